-- A game, and the answer that an idempotency key was given if KEYS[2] names it, in one round trip and as one string:
-- each value after its length, -1 where there is none. One string is read several times faster than a list.
-- KEYS: game, [answer]
local values = redis.call('HMGET', KEYS[1], 'rev', 'table', 'clock', 'state', 'score')
values[6] = KEYS[2] and redis.call('GET', KEYS[2]) or false
local parts = {}
for number = 1, 6 do
  local value = values[number]
  parts[#parts + 1] = struct.pack('>i4', value and #value or -1)
  parts[#parts + 1] = value or ''
end
return table.concat(parts)
