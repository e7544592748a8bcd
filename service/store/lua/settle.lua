-- What came of a try. Where it was the last, the next of the queue is its turn.
-- KEYS: queues, waiting, tries, ends. ARGV: 1 entry of `waiting`, 2 tries, 3 time at which it is forgotten, '' while it waits on
local webhook, queue, id = string.match(ARGV[1], '^([^|]*)|([^|]*)|[^|]*|(.*)$')
-- Whoever was dropped meanwhile, with the webhook, is not there any more.
if not redis.call('ZSCORE', KEYS[2], ARGV[1]) then return end
redis.call('HSET', KEYS[3], webhook .. '|' .. id, ARGV[2])
if ARGV[3] == '' then return end

redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZADD', KEYS[4], ARGV[3], webhook .. '|' .. id)
queue = webhook .. '|' .. queue
local follows = redis.call('ZRANGEBYLEX', KEYS[2], '[' .. queue .. '|', '(' .. queue .. '}', 'LIMIT', 0, 1)[1]
if not follows then return redis.call('ZREM', KEYS[1], queue) end
local since, digits = 0, '0123456789abcdefghjkmnpqrstvwxyz'
local time = string.match(follows, '|([^|]*)$')
for place = 1, 9 do since = since * 32 + string.find(digits, string.sub(time, place, place), 1, true) - 1 end
return redis.call('ZADD', KEYS[1], since, queue)
