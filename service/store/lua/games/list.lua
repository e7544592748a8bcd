-- The newest ids of some shards below a cursor, over several lists, as one string of msgpack.
-- KEYS: lists, those of one kind beside each other. ARGV: 1 upper bound, 2 how many
local most = tonumber(ARGV[2])
local found, least = {}, '-'

-- Keep the newest; of further lists only what is newer than the last of these is read.
local function cut()
  table.sort(found, function(one, other) return one > other end)
  for number = #found, most + 1, -1 do found[number] = nil end
  if #found == most then least = '(' .. found[most] end
end

local function read(key)
  for _, id in ipairs(redis.call('ZREVRANGEBYLEX', key, ARGV[1], least, 'LIMIT', 0, most)) do
    found[#found + 1] = id
  end
  if #found >= 2 * most or (least == '-' and #found >= most) then cut() end
end

-- Most lists are empty, and a look at 16 of them costs little more than at one.
for first = 1, #KEYS, 16 do
  local last = math.min(first + 15, #KEYS)
  if redis.call('EXISTS', unpack(KEYS, first, last)) > 0 then
    for number = first, last do read(KEYS[number]) end
  end
end
cut()
return cmsgpack.pack(found)
