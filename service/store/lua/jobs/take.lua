-- Take one game to think about, unless it went on or somebody else has it.
-- KEYS: outbox, thinking. ARGV: 1 id, 2 its time in the outbox, 3 time until which it is taken
if redis.call('ZSCORE', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
return redis.call('ZADD', KEYS[2], 'NX', ARGV[3], ARGV[1])
