-- Delete a push subscription, and what waits for it. KEYS: subscriptions, pushes, tries
-- ARGV: 1 id of the subscription, 2 its entry among the pushes
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[2])
redis.call('HDEL', KEYS[3], ARGV[2])
