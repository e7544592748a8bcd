-- What waits in some shards, and since when. KEYS: outbox, deadlines and what was asked, of each shard
-- Returns for each: how many wait in the outbox, the earliest due in each of the three; '' where there is none
local function first(key) return redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2] or '' end
local seen = {}
for number = 1, #KEYS, 3 do
  local due = first(KEYS[number])
  seen[#seen + 1] = {due == '' and 0 or redis.call('ZCARD', KEYS[number]), due, first(KEYS[number + 1]), first(KEYS[number + 2])}
end
return seen
