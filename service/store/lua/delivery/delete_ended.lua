-- Delete deliveries that have ended and expired. KEYS: ends, bodies, tries, list. ARGV: 1 now, 2 how many
-- Returns how many there were
local ended = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
for _, delivery in ipairs(ended) do
  redis.call('ZREM', KEYS[1], delivery)
  redis.call('HDEL', KEYS[2], delivery)
  redis.call('HDEL', KEYS[3], delivery)
  redis.call('ZREM', KEYS[4], delivery)
end
return #ended
