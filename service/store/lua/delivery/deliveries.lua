-- The newest deliveries of a webhook in one shard, below an id, of one status or of all.
-- KEYS: list, bodies, tries. ARGV: 1 webhook, 2 upper bound, 3 how many, 4 status or '', 5... damaged ones to skip
-- Returns id, body, tries or ''; again and again
local damaged = {}
for number = 5, #ARGV do damaged[ARGV[number]] = true end

-- Of tries that cannot be read: nil. These are returned, and the caller reports them.
local function status_of(tries)
  if not tries then return 'waiting' end
  local can_read, read = pcall(cjson.decode, tries)
  return can_read and type(read) == 'table' and read.status or nil
end

local found, from = {}, ARGV[2]
repeat
  local some = redis.call('ZREVRANGEBYLEX', KEYS[1], from, '[' .. ARGV[1] .. '|', 'LIMIT', 0, 100)
  for _, delivery in ipairs(some) do
    local tries = redis.call('HGET', KEYS[3], delivery)
    local status, id = status_of(tries), string.sub(delivery, #ARGV[1] + 2)
    local is_wanted = ARGV[4] == '' or not status or ARGV[4] == status
    if is_wanted and not damaged[id] and #found < 3 * ARGV[3] then
      found[#found + 1] = id
      found[#found + 1], found[#found + 2] = redis.call('HGET', KEYS[2], delivery) or '', tries or ''
    end
    from = '(' .. delivery
  end
until #some == 0 or #found >= 3 * ARGV[3]
return found
