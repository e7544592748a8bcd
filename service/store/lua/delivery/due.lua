-- What a receiver can be sent now: of a webhook the first delivery of each queue, of a push service every push, unless it
-- was tried and its pause is not over.
-- KEYS: waiting, tries, [bodies]. ARGV: 1 receiver, 2 now, 3 how many, 4... damaged entries to skip: others go on
-- Returns entry of `waiting`, tries or '', body or ''; again and again
local damaged = {}
for number = 4, #ARGV do damaged[ARGV[number]] = true end

-- Tries that cannot be read are returned: the caller reports them.
local function is_due(tries)
  local can_read, read = pcall(cjson.decode, tries)
  local next = can_read and type(read) == 'table' and tonumber(read.next)
  return not next or next <= tonumber(ARGV[2])
end

local found, from, till = {}, '[' .. ARGV[1] .. '|', '(' .. ARGV[1] .. '}'
while #found < 3 * ARGV[3] do
  local entry = redis.call('ZRANGEBYLEX', KEYS[1], from, till, 'LIMIT', 0, 1)[1]
  if not entry then break end
  -- A push has no queue: `<push service>|<game>|<subscription>`.
  local queue, id = string.match(entry, '^[^|]*|([^|]*)|[^|]*|(.*)$')
  local delivery = id and ARGV[1] .. '|' .. id or entry
  if damaged[entry] then
    queue = nil
  else
    local tries = redis.call('HGET', KEYS[2], delivery)
    if not tries or is_due(tries) then
      found[#found + 1], found[#found + 2] = entry, tries or ''
      found[#found + 1] = KEYS[3] and redis.call('HGET', KEYS[3], delivery) or ''
    end
  end
  from = queue and '(' .. ARGV[1] .. '|' .. queue .. '}' or '(' .. entry
end
return found
