-- One write of one game: all of it or nothing.
-- KEYS: game, events, outbox, deadlines, listed before, listed after, [answer]
-- ARGV: 1 id, 2 revision expected ('' when the game must be new), 3 revision after, 4 due in the outbox ('' when
-- nobody waits for a worker), 5 deadline ('' for none), 6 '1' when the game is listed, 7 entry id ('' for no events),
-- 8 move, 9 events, 10 channel, 11 seconds until the game expires ('' for never), 12 answer, 13 its seconds,
-- 14... fields and values of the game
if KEYS[7] then
  local known = redis.call('GET', KEYS[7])
  if known then return {'known', known} end
end
local revision = redis.call('HGET', KEYS[1], 'rev') or ''
if revision ~= ARGV[2] then return {'again', revision} end

redis.call('HSET', KEYS[1], 'rev', ARGV[3], unpack(ARGV, 14))
if ARGV[7] ~= '' then
  redis.call('XADD', KEYS[2], ARGV[7], 'm', ARGV[8], 'e', ARGV[9])
end
if ARGV[4] ~= '' then
  redis.call('ZADD', KEYS[3], ARGV[4], ARGV[1])
else
  redis.call('ZREM', KEYS[3], ARGV[1])
end
if ARGV[5] ~= '' then
  redis.call('ZADD', KEYS[4], ARGV[5], ARGV[1])
else
  redis.call('ZREM', KEYS[4], ARGV[1])
end
if KEYS[5] ~= KEYS[6] then redis.call('ZREM', KEYS[5], ARGV[1]) end
if ARGV[6] == '1' and (KEYS[5] ~= KEYS[6] or ARGV[2] == '') then
  redis.call('ZADD', KEYS[6], 0, ARGV[1])
end
if ARGV[11] ~= '' then
  redis.call('EXPIRE', KEYS[1], ARGV[11])
  redis.call('EXPIRE', KEYS[2], ARGV[11])
end
if KEYS[7] then
  redis.call('SET', KEYS[7], ARGV[12], 'EX', ARGV[13])
end
if ARGV[7] ~= '' then
  redis.call('PUBLISH', ARGV[10], ARGV[1])
end
return {'done'}
