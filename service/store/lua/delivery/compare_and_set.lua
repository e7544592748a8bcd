-- Change a field of a hash, unless somebody else has. KEYS: hash. ARGV: 1 field, 2 before, 3 after; '' where there is none
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
return 1
