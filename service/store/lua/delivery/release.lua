-- End the lease of a receiver. Where it has lapsed, and another deliverer has it by now, it stays theirs. KEYS: leases
-- ARGV: 1 webhook, 2 time until which it was held
if redis.call('ZSCORE', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('ZREM', KEYS[1], ARGV[1]) end
