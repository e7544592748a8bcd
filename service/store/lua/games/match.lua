-- Find a free seat of quick play; else, if a game is to be opened, add its free seats.
-- KEYS: waiting, [where the player was sent]
-- ARGV: 1 id of the table to open, or empty, 2 its free places, 3 seconds after which nobody waits any more,
-- 4 the table that was of no use just now, 5 seconds for which it is known where the player was sent, 6 what is wanted
-- Returns the id of the table: ARGV[1] when there was none
local sent = KEYS[2] and redis.call('HGET', KEYS[2], ARGV[6])
if sent and sent ~= ARGV[4] then return sent end
local found = redis.call('LPOP', KEYS[1])
if not found then
  found = ARGV[1]
  if found ~= '' then
    for _ = 1, ARGV[2] do redis.call('RPUSH', KEYS[1], found) end
    redis.call('EXPIRE', KEYS[1], ARGV[3])
  end
end
if KEYS[2] and found ~= '' then
  redis.call('HSET', KEYS[2], ARGV[6], found)
  redis.call('EXPIRE', KEYS[2], ARGV[5])
end
return found
