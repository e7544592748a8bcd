-- What bots owe, or thinkers were asked, and nobody thinks about: for each class and creator what has waited longest.
-- KEYS: outbox, whose, thinking; or the same of what was asked. ARGV: 1 now
-- Returns id, time at which the hint would be repeated, whose; again and again
-- Of very many the oldest, the newest and in turn some of the others are looked at: nobody who makes others wait by their
-- number keeps the store busy, and whoever has just come is found.
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', ARGV[1])
local SOME, TURN = 100, 250
local thinkers = {bot = true, hint = true, analysis = true}
local found, seen = {}, {}
local function look(first, last)
  local owed = redis.call('ZRANGE', KEYS[1], first, last, 'WITHSCORES')
  for i = 1, #owed, 2 do
    local whose = redis.call('HGET', KEYS[2], owed[i])
    local is_ours = whose and thinkers[string.match(whose, '^%a+')]
    if is_ours and not seen[whose] and not redis.call('ZSCORE', KEYS[3], owed[i]) then
      seen[whose] = true
      found[#found + 1], found[#found + 2], found[#found + 3] = owed[i], owed[i + 1], whose
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
