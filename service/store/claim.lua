-- Take games whose time has come, for a while, so that nobody else takes them meanwhile. Their time stays as it is.
-- KEYS: sorted set, claims. ARGV: 1 now, 2 time until which they are taken, 3 how many
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[1])
local taken = {}
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'WITHSCORES')
for i = 1, #due, 2 do
  if #taken == tonumber(ARGV[3]) then break end
  if redis.call('ZADD', KEYS[2], 'NX', ARGV[2], due[i] .. '@' .. due[i + 1]) == 1 then taken[#taken + 1] = due[i] end
end
return taken
