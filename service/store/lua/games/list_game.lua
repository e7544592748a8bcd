-- Put a game on a list that an older version has not written. KEYS: list, game. ARGV: 1 id, 2 the status of the list
-- Returns 1 if it was missing
local clock = redis.call('HGET', KEYS[2], 'clock')
-- The commit that gives it another status puts it on the other list.
if not clock or not string.find(clock, '"status":"' .. ARGV[2] .. '"', 1, true) then return 0 end
local kept, left = redis.call('PTTL', KEYS[1]), redis.call('PTTL', KEYS[2])
local added = redis.call('ZADD', KEYS[1], 0, ARGV[1])
-- A list stays for as long as any of its games does.
if left < 0 then
  redis.call('PERSIST', KEYS[1])
elseif kept == -2 or (kept >= 0 and kept < left) then
  redis.call('PEXPIRE', KEYS[1], left)
end
return added
