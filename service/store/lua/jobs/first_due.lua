-- What waits in some shards, and since when. KEYS: of each shard the outbox, and one other queue
-- Returns of each in which something does: its place among them, how many wait in the outbox, and the earliest due in
-- each of the two; '' where there is none
local function first(key) return redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2] or '' end
local TOGETHER, seen = 32, {}
for start = 1, #KEYS, TOGETHER do
  local last = math.min(start + TOGETHER - 1, #KEYS)
  if #KEYS == 2 or redis.call('EXISTS', unpack(KEYS, start, last)) > 0 then
    for number = start, last, 2 do
      local pending, other = first(KEYS[number]), first(KEYS[number + 1])
      if pending .. other ~= '' then
        local waiting = pending == '' and 0 or redis.call('ZCARD', KEYS[number])
        seen[#seen + 1] = {(number - 1) / 2, waiting, pending, other}
      end
    end
  end
end
return seen
