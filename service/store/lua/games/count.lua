-- How many entries some lists have together. KEYS: the lists. ARGV: [first, last], as ZLEXCOUNT has them
local total = 0
for _, key in ipairs(KEYS) do
  total = total + (ARGV[1] and redis.call('ZLEXCOUNT', key, ARGV[1], ARGV[2]) or redis.call('ZCARD', key))
end
return total
