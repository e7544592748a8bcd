-- Jobs that no bot process has: for each priority and tenant the one that has waited longest.
-- KEYS: outbox, meta, thinking; or the same of what was asked. ARGV: 1 now
-- Returns id, time at which the wakeup would be repeated, meta; again and again
-- Of very many the oldest, the newest and in turn some of the others are looked at: nobody who makes others wait by their
-- number keeps the store busy, and whoever has just come is found.
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', ARGV[1])
local SOME, TURN = 100, 250
local for_bots = {bot = true, hint = true, analysis = true}
local found, seen = {}, {}
local function look(first, last)
  local pending = redis.call('ZRANGE', KEYS[1], first, last, 'WITHSCORES')
  for i = 1, #pending, 2 do
    local meta = redis.call('HGET', KEYS[2], pending[i])
    local is_ours = meta and for_bots[string.match(meta, '^%a+')]
    if is_ours and not seen[meta] and not redis.call('ZSCORE', KEYS[3], pending[i]) then
      seen[meta] = true
      found[#found + 1], found[#found + 2], found[#found + 3] = pending[i], pending[i + 1], meta
    end
  end
end
local total = redis.call('ZCARD', KEYS[1])
if total <= 3 * SOME then
  look(0, -1)
else
  local turn = SOME * (math.floor(tonumber(ARGV[1]) / TURN) % math.ceil(total / SOME))
  look(0, SOME - 1)
  look(turn, turn + SOME - 1)
  look(-SOME, -1)
end
return found
