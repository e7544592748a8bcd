-- Move a game among the deadlines, unless somebody has since.
-- KEYS: deadlines. ARGV: 1 id, 2 the time by which it stood there, 3 its new time; 0 takes it off
local found = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not found or tonumber(found) ~= tonumber(ARGV[2]) then return 0 end
if ARGV[3] == '0' then return redis.call('ZREM', KEYS[1], ARGV[1]) end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1
