-- The newest deliveries of a webhook in one shard, below an id, of one status or of all.
-- KEYS: list, bodies, tries. ARGV: 1 webhook, 2 upper bound, 3 how many, 4 status or ''
-- Returns id, body, tries or ''; again and again
local found, from = {}, ARGV[2]
repeat
  local some = redis.call('ZREVRANGEBYLEX', KEYS[1], from, '[' .. ARGV[1] .. '|', 'LIMIT', 0, 100)
  for _, delivery in ipairs(some) do
    local tries = redis.call('HGET', KEYS[3], delivery)
    local status = tries and cjson.decode(tries).status or 'waiting'
    if (ARGV[4] == '' or ARGV[4] == status) and #found < 3 * ARGV[3] then
      found[#found + 1] = string.sub(delivery, #ARGV[1] + 2)
      found[#found + 1], found[#found + 2] = redis.call('HGET', KEYS[2], delivery), tries or ''
    end
    from = '(' .. delivery
  end
until #some == 0 or #found >= 3 * ARGV[3]
return found
