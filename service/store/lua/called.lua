-- What came of a call, unless the seat was called anew meanwhile. KEYS: calls, tries
-- ARGV: 1 call, 2 tries before, 3 tries after, '' when it waits no more
if redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[2] then return end
if ARGV[3] ~= '' then return redis.call('HSET', KEYS[2], ARGV[1], ARGV[3]) end
redis.call('ZREM', KEYS[1], ARGV[1])
return redis.call('HDEL', KEYS[2], ARGV[1])
