-- Put games into the index of those without a person, or take them out of it, as their rows in the outbox say.
-- KEYS: job_meta, index. ARGV: `<tenant> <game>`... Returns how many were wrong
local wrong = 0
for _, entry in ipairs(ARGV) do
  local tenant, id = string.match(entry, '^(%S*) (%S+)$')
  local meta = id and redis.call('HGET', KEYS[1], id)
  if meta and string.match(meta, '^%a+ nobody (%S*)$') == tenant then
    wrong = wrong + redis.call('ZADD', KEYS[2], 0, entry)
  else
    wrong = wrong + redis.call('ZREM', KEYS[2], entry)
  end
end
return wrong
