-- The time of what has waited longest in one shard. KEYS: queues. ARGV: webhooks that are not looked at
-- Returns 0 when nothing does
local left_out, from = {}, 0
for _, webhook in ipairs(ARGV) do left_out[webhook] = true end
repeat
  local some = redis.call('ZRANGE', KEYS[1], from, from + 99, 'WITHSCORES')
  for number = 1, #some, 2 do
    if not left_out[string.match(some[number], '^[^|]*')] then return some[number + 1] end
  end
  from = from + 100
until #some == 0
return '0'
