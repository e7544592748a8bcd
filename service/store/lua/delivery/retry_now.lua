-- What waits for one webhook is due now, whatever its pause: the first of each queue, since no other was tried.
-- KEYS: waiting, tries. ARGV: 1 webhook, 2 where to begin: '' or what was returned, 3 how many queues
-- Returns where to go on, '' at the end
local from, till = ARGV[2] == '' and '[' .. ARGV[1] .. '|' or ARGV[2], '(' .. ARGV[1] .. '}'
for _ = 1, ARGV[3] do
  local entry = redis.call('ZRANGEBYLEX', KEYS[1], from, till, 'LIMIT', 0, 1)[1]
  if not entry then return '' end
  local queue, id = string.match(entry, '|([^|]*)|[^|]*|(.*)$')
  local delivery = ARGV[1] .. '|' .. id
  local tries = redis.call('HGET', KEYS[2], delivery)
  if tries then
    tries = cjson.decode(tries)
    tries.next = 0
    redis.call('HSET', KEYS[2], delivery, cjson.encode(tries))
  end
  from = '(' .. ARGV[1] .. '|' .. queue .. '}'
end
return from
