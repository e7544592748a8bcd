-- A game and the answer that an idempotency key was given, in one round trip. KEYS: game, answer
return {redis.call('HMGET', KEYS[1], 'rev', 'table', 'clock', 'state', 'score'), redis.call('GET', KEYS[2])}
