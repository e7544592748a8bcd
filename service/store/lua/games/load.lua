-- A game, what is kept of an idempotency key if KEYS[2] and KEYS[3] name it, and the store's time in milliseconds, in
-- one round trip and as one string: each value after its length, -1 where there is none. One string is read several
-- times faster than a list.
-- KEYS: game, [answer, note]
local values = redis.call('HMGET', KEYS[1], 'rev', 'table', 'clock', 'state', 'score', 'mark', 'archive')
values[8] = KEYS[2] and redis.call('GET', KEYS[2]) or false
values[9] = KEYS[3] and redis.call('GET', KEYS[3]) or false
local time = redis.call('TIME')
values[10] = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
local parts = {}
for number = 1, 10 do
  local value = values[number]
  parts[#parts + 1] = struct.pack('>i4', value and #value or -1)
  parts[#parts + 1] = value or ''
end
return table.concat(parts)
