-- A place at a table that waits for somebody with the same wish; else, where one is to be opened, the places of that.
-- KEYS: waiting. ARGV: 1 id of the table to open, or empty, 2 its free places, 3 seconds after which nobody waits any more
-- Returns the id of the table: ARGV[1] when there was none
local found = redis.call('LPOP', KEYS[1])
if found then return found end
if ARGV[1] ~= '' then
  for _ = 1, ARGV[2] do redis.call('RPUSH', KEYS[1], ARGV[1]) end
  redis.call('EXPIRE', KEYS[1], ARGV[3])
end
return ARGV[1]
