-- What can be delivered to one webhook now: the first of each queue, unless that was tried and its pause is not over.
-- KEYS: waiting, bodies, tries. ARGV: 1 webhook, 2 now, 3 how many
-- Returns entry of `waiting`, body, tries or ''; again and again
local found, from, till = {}, '[' .. ARGV[1] .. '|', '(' .. ARGV[1] .. '}'
while #found < 3 * ARGV[3] do
  local entry = redis.call('ZRANGEBYLEX', KEYS[1], from, till, 'LIMIT', 0, 1)[1]
  if not entry then break end
  local queue, id = string.match(entry, '|([^|]*)|[^|]*|(.*)$')
  local delivery = ARGV[1] .. '|' .. id
  local tries = redis.call('HGET', KEYS[3], delivery)
  if not tries or cjson.decode(tries).next <= tonumber(ARGV[2]) then
    found[#found + 1], found[#found + 2] = entry, redis.call('HGET', KEYS[2], delivery)
    found[#found + 1] = tries or ''
  end
  from = '(' .. ARGV[1] .. '|' .. queue .. '}'
end
return found
