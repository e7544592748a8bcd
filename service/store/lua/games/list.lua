-- The newest ids of some shards below a cursor, over several lists, as one string of msgpack.
-- KEYS: lists. ARGV: 1 upper bound, 2 how many
local found = {}
for _, key in ipairs(KEYS) do
  for _, id in ipairs(redis.call('ZREVRANGEBYLEX', key, ARGV[1], '-', 'LIMIT', 0, ARGV[2])) do
    found[#found + 1] = id
  end
end
table.sort(found, function(one, other) return one > other end)
return cmsgpack.pack({unpack(found, 1, math.min(#found, tonumber(ARGV[2])))})
