-- How many games each list of a shard has, how many are in its outbox, and when the first of those is due.
-- KEYS: lists..., outbox
local found = {}
for i, key in ipairs(KEYS) do found[i] = redis.call('ZCARD', key) end
found[#KEYS + 1] = redis.call('ZRANGE', KEYS[#KEYS], 0, 0, 'WITHSCORES')[2] or false
return found
