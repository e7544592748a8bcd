-- What waits for one webhook is due now, whatever its pause: the first of each queue, since no other was tried.
-- KEYS: waiting, tries. ARGV: 1 webhook, 2 where to begin: '' or what was returned, 3 how many queues
-- Returns where to go on, '' at the end
local from, till = ARGV[2] == '' and '[' .. ARGV[1] .. '|' or ARGV[2], '(' .. ARGV[1] .. '}'
for _ = 1, ARGV[3] do
  local entry = redis.call('ZRANGEBYLEX', KEYS[1], from, till, 'LIMIT', 0, 1)[1]
  if not entry then return '' end
  local queue, id = string.match(entry, '|([^|]*)|[^|]*|(.*)$')
  local delivery = ARGV[1] .. '|' .. (id or '')
  local tries, can_read, read = redis.call('HGET', KEYS[2], delivery)
  if tries then can_read, read = pcall(cjson.decode, tries) end
  if can_read and type(read) == 'table' then
    read.next = 0
    redis.call('HSET', KEYS[2], delivery, cjson.encode(read))
  end
  -- After a damaged one the next of its queue has been tried.
  local is_damaged = not queue or tries and type(read) ~= 'table'
  from = is_damaged and '(' .. entry or '(' .. ARGV[1] .. '|' .. queue .. '}'
end
return from
