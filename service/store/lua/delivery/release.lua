-- Deliver to a webhook no more. Where that has lapsed, and somebody else does by now, it stays theirs. KEYS: leases
-- ARGV: 1 webhook, 2 time until which it was held
if redis.call('ZSCORE', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('ZREM', KEYS[1], ARGV[1]) end
