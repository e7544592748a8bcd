-- Delete all deliveries of a deleted webhook. KEYS: queues, waiting, bodies, tries, list, ends
-- ARGV: 1 webhook, 2 how many
-- Returns how many there were
local from, till = '[' .. ARGV[1] .. '|', '(' .. ARGV[1] .. '}'
for _, entry in ipairs(redis.call('ZRANGEBYLEX', KEYS[2], from, till, 'LIMIT', 0, ARGV[2])) do
  redis.call('ZREM', KEYS[2], entry)
  redis.call('ZREM', KEYS[1], string.match(entry, '^([^|]*|[^|]*)|'))
end
local kept = redis.call('ZRANGEBYLEX', KEYS[5], from, till, 'LIMIT', 0, ARGV[2])
for _, delivery in ipairs(kept) do
  redis.call('HDEL', KEYS[3], delivery)
  redis.call('HDEL', KEYS[4], delivery)
  redis.call('ZREM', KEYS[5], delivery)
  redis.call('ZREM', KEYS[6], delivery)
end
return #kept
