-- Take games whose time has come, for a while, so that nobody else takes them meanwhile. Their time stays as it is.
-- KEYS: sorted set, claims, [job_meta]. ARGV: 1 now, 2 time until which they are taken, 3 how many
-- With KEYS[3] the jobs of bots are left out: bot processes choose among these. Where there are very many, only some
-- are looked at, as `waiting.lua` does.
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[1])
local SOME, TURN = 100, 250
local function is_for_bots(id)
  local meta = KEYS[3] and redis.call('HGET', KEYS[3], id)
  return meta and string.sub(meta, 1, 4) == 'bot '
end
local taken = {}
local function take(first, last)
  local due = redis.call('ZRANGE', KEYS[1], first, last, 'WITHSCORES')
  for i = 1, #due, 2 do
    if #taken == tonumber(ARGV[3]) then break end
    if not is_for_bots(due[i]) and redis.call('ZADD', KEYS[2], 'NX', ARGV[2], due[i] .. '@' .. due[i + 1]) == 1 then
      taken[#taken + 1] = due[i]
    end
  end
end
local total = redis.call('ZCOUNT', KEYS[1], '-inf', ARGV[1])
if total <= 3 * SOME or not KEYS[3] then
  if total > 0 then take(0, total - 1) end
else
  local turn = SOME * (math.floor(tonumber(ARGV[1]) / TURN) % math.ceil(total / SOME))
  take(0, SOME - 1)
  take(turn, math.min(turn + SOME, total) - 1)
  take(total - SOME, total - 1)
end
return taken
