-- Send a delivery once more: at once where it still waits, else in a queue of its own, so that nothing waits for it.
-- KEYS: queues, waiting, bodies, tries, ends. ARGV: 1 webhook, 2 delivery, 3 queue of its game, 4 now
-- Returns 0 when there is none
local delivery = ARGV[1] .. '|' .. ARGV[2]
if redis.call('HEXISTS', KEYS[3], delivery) == 0 then return 0 end
redis.call('HDEL', KEYS[4], delivery)
local place = '|' .. string.sub(ARGV[2], 10, 15) .. '|' .. ARGV[2]
if redis.call('ZSCORE', KEYS[2], ARGV[1] .. '|' .. ARGV[3] .. place) then return 1 end
redis.call('ZREM', KEYS[5], delivery)
redis.call('ZADD', KEYS[2], 0, delivery .. place)
redis.call('ZADD', KEYS[1], 'NX', ARGV[4], delivery)
return 1
