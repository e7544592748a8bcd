-- Replace the event stream of a game, unless the game was written or archived meanwhile.
-- KEYS: game, events. ARGV: 1 rev, 2 mark, 3 the new mark, then id, move and events of each entry
-- Returns 1, or 0 when somebody else wrote first
local found = redis.call('HMGET', KEYS[1], 'rev', 'mark')
if (found[1] or '0') ~= ARGV[1] or (found[2] or '') ~= ARGV[2] then return 0 end
if redis.call('HEXISTS', KEYS[1], 'archive') == 1 then return 0 end
if found[1] then redis.call('HSET', KEYS[1], 'mark', ARGV[3]) end
local left = redis.call('PTTL', KEYS[2])
redis.call('DEL', KEYS[2])
for i = 4, #ARGV, 3 do redis.call('XADD', KEYS[2], ARGV[i], 'm', ARGV[i + 1], 'e', ARGV[i + 2]) end
if left > 0 then redis.call('PEXPIRE', KEYS[2], left) end
return 1
