-- Add a token of a player. Delete those that have expired, and the oldest if there are too many.
-- KEYS: player. ARGV: 1 app, 2 player, 3 hash of the token, 4 now, 5 time at which it lapses, 6 how many there may be
local held = {}
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  if string.sub(fields[i], 1, 6) == 'token:' then
    held[#held + 1] = {name = fields[i], at = tonumber(fields[i + 1])}
  end
end
table.sort(held, function(one, other) return one.at > other.at end)
for number, token in ipairs(held) do
  if token.at <= tonumber(ARGV[4]) or number >= tonumber(ARGV[6]) then redis.call('HDEL', KEYS[1], token.name) end
end
redis.call('HSET', KEYS[1], 'app', ARGV[1], 'id', ARGV[2], 'token:' .. ARGV[3], ARGV[5])
redis.call('PEXPIREAT', KEYS[1], math.max(tonumber(ARGV[5]), held[1] and held[1].at or 0))
return 1
