-- Calls that a push service can be given now. KEYS: calls, tries. ARGV: 1 push service, 2 now, 3 how many
-- Returns call, tries; again and again
local found, from, till = {}, '[' .. ARGV[1] .. '|', '(' .. ARGV[1] .. '}'
repeat
  local some = redis.call('ZRANGEBYLEX', KEYS[1], from, till, 'LIMIT', 0, 100)
  for _, call in ipairs(some) do
    local tries = redis.call('HGET', KEYS[2], call)
    if #found < 2 * ARGV[3] and cjson.decode(tries).next <= tonumber(ARGV[2]) then
      found[#found + 1], found[#found + 2] = call, tries
    end
    from = '(' .. call
  end
until #some == 0 or #found >= 2 * ARGV[3]
return found
