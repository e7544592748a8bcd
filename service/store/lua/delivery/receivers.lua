-- The receivers for which something waits in some shards. KEYS: waiting of each shard
-- Returns for each shard a list
local seen = {}
for number, key in ipairs(KEYS) do
  local found, from = {}, '-'
  repeat
    local entry = redis.call('ZRANGEBYLEX', key, from, '+', 'LIMIT', 0, 1)[1]
    if entry then
      found[#found + 1] = string.match(entry, '^[^|]*')
      from = '(' .. found[#found] .. '}'
    end
  until not entry
  seen[number] = found
end
return seen
