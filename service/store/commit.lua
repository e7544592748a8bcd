-- One write of one game: all of it or nothing.
-- KEYS: game, events, outbox, deadlines, listed before, listed after, [answer]
-- ARGV: 1 the change as msgpack, see `Wire` in games.py; what it leaves out is nil here
-- 2 move, 3 events, 4 answer, 5... fields and values of the game
-- Returns 'done', 'again' when somebody else wrote first, or what the idempotency key was answered before
local change = cmsgpack.unpack(ARGV[1])
local id = change.id

if KEYS[7] then
  local known = redis.call('GET', KEYS[7])
  if known then return known end
end
if (redis.call('HGET', KEYS[1], 'rev') or '0') ~= change.before then return 'again' end

redis.call('HSET', KEYS[1], 'rev', change.after, unpack(ARGV, 5))
if change.entry then
  redis.call('XADD', KEYS[2], change.entry, 'm', ARGV[2], 'e', ARGV[3])
  redis.call('PUBLISH', change.channel, id)
end
if change.due then
  redis.call('ZADD', KEYS[3], change.due, id)
elseif change.owed then
  redis.call('ZREM', KEYS[3], id)
end
if change.deadline then
  redis.call('ZADD', KEYS[4], change.deadline, id)
elseif change.dated then
  redis.call('ZREM', KEYS[4], id)
end
if KEYS[5] ~= KEYS[6] then redis.call('ZREM', KEYS[5], id) end
if change.listed and (KEYS[5] ~= KEYS[6] or change.before == '0') then
  redis.call('ZADD', KEYS[6], 0, id)
end
if change.expires then
  redis.call('EXPIRE', KEYS[1], change.expires)
  redis.call('EXPIRE', KEYS[2], change.expires)
end
if KEYS[7] then
  redis.call('SET', KEYS[7], ARGV[4], 'EX', change.kept)
end
return 'done'
