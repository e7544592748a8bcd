-- Add a push subscription of a seat, unless the game was written meanwhile: then the seat may be another's.
-- KEYS: game, subscriptions, pushes, tries
-- ARGV: 1 rev, 2 mark, 3 id of the subscription, 4 the subscription, 5 how many a seat may have: one more ends the
-- oldest, 6 game
-- Returns 1, or 0 when somebody else wrote first
local found = redis.call('HMGET', KEYS[1], 'rev', 'mark')
if found[1] ~= ARGV[1] or (found[2] or '') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])
local seat, alike = cjson.decode(ARGV[4]).seat, {}
for _, each in ipairs(redis.call('HVALS', KEYS[2])) do
  local can_read, device = pcall(cjson.decode, each)
  -- A damaged one counts for no seat.
  local is_whole = can_read and type(device) == 'table' and type(device.id) == 'string'
    and type(device.service) == 'string' and type(device.created) == 'number'
  if is_whole and device.seat == seat and device.id ~= ARGV[3] then alike[#alike + 1] = device end
end
table.sort(alike, function(one, other) return one.created > other.created end)
for number = tonumber(ARGV[5]), #alike do
  local push = alike[number].service .. '|' .. ARGV[6] .. '|' .. alike[number].id
  redis.call('HDEL', KEYS[2], alike[number].id)
  redis.call('ZREM', KEYS[3], push)
  redis.call('HDEL', KEYS[4], push)
end
return 1
