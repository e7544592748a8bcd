-- Deliver to a webhook for a while, alone. KEYS: leases
-- ARGV: 1 now, 2 time until which, 3 webhook, 4 how many of an app may be delivered to at once, 5... all webhooks of the app
-- Returns 1, or 0 when somebody else does, or enough do for this app
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
local others = 0
for number = 5, #ARGV do
  if redis.call('ZSCORE', KEYS[1], ARGV[number]) then others = others + 1 end
end
if others >= tonumber(ARGV[4]) then return 0 end
return redis.call('ZADD', KEYS[1], 'NX', ARGV[2], ARGV[3])
