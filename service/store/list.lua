-- The newest ids of one shard below a cursor, over several lists. KEYS: lists. ARGV: 1 upper bound, 2 how many
local found = {}
for _, key in ipairs(KEYS) do
  for _, id in ipairs(redis.call('ZREVRANGEBYLEX', key, ARGV[1], '-', 'LIMIT', 0, ARGV[2])) do
    found[#found + 1] = id
  end
end
return found
