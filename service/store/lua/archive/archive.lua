-- An ended game as one record, unless it was written meanwhile.
-- KEYS: game, events, deadlines. ARGV: 1 rev, 2 mark, 3 the new mark, 4 clock, 5 archive, 6 id
-- Returns 1, or 0 when somebody else wrote first
local found = redis.call('HMGET', KEYS[1], 'rev', 'mark')
if (found[1] or '0') ~= ARGV[1] or (found[2] or '') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'mark', ARGV[3], 'clock', ARGV[4], 'archive', ARGV[5])
redis.call('HDEL', KEYS[1], 'state', 'score')
redis.call('DEL', KEYS[2])
redis.call('ZREM', KEYS[3], ARGV[6])
return 1
