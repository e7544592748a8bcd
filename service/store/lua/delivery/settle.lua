-- Write down what came of a try. Where it was the last, the next delivery of the queue has its turn.
-- KEYS: waiting, tries, [queues, ends] of webhooks
-- ARGV: 1 entry of `waiting`, 2 tries, '' to keep none, 3 '' while it waits on, else the time at which it is deleted,
-- 4 tries without which nothing is written, '' where any will do
local webhook, queue, id = string.match(ARGV[1], '^([^|]*)|([^|]*)|[^|]*|(.*)$')
local delivery = id and webhook .. '|' .. id or ARGV[1]
-- The webhook may have been dropped meanwhile, and a push replaced by a newer one.
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return end
if ARGV[4] ~= '' and redis.call('HGET', KEYS[2], delivery) ~= ARGV[4] then return end
if ARGV[2] == '' then redis.call('HDEL', KEYS[2], delivery) else redis.call('HSET', KEYS[2], delivery, ARGV[2]) end
if ARGV[3] == '' then return end

redis.call('ZREM', KEYS[1], ARGV[1])
if not id then return end
redis.call('ZADD', KEYS[4], ARGV[3], delivery)
queue = webhook .. '|' .. queue
local follows = redis.call('ZRANGEBYLEX', KEYS[1], '[' .. queue .. '|', '(' .. queue .. '}', 'LIMIT', 0, 1)[1]
if not follows then return redis.call('ZREM', KEYS[3], queue) end
local since, digits = 0, '0123456789abcdefghjkmnpqrstvwxyz'
local time = string.match(follows, '[^|]*$')
for place = 1, 9 do
  -- A damaged one may have no time: it waits since long ago.
  since = since * 32 + (string.find(digits, string.sub(time, place, place), 1, true) or 1) - 1
end
return redis.call('ZADD', KEYS[3], since, queue)
