-- How many entries some lists have together. KEYS: the lists
local total = 0
for _, key in ipairs(KEYS) do total = total + redis.call('ZCARD', key) end
return total
