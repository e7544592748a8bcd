-- The nonces of some games, as one string of msgpack; '' for a game that is gone, or that has none. KEYS: the games
local found = {}
for number, key in ipairs(KEYS) do
  -- A key or a nonce that is damaged must not stop the others.
  local nonce = redis.pcall('HGET', key, 'mark')
  found[number] = type(nonce) == 'string' and string.match(nonce, '^%w+$') or ''
end
return cmsgpack.pack(found)
