-- Would a move be written now? A write that is refused for the same reasons as any (memory, replica, slots), and that
-- changes nothing: no byte goes to the log, so it can be asked every second.
-- KEYS: any key of the shard
return redis.call('SETRANGE', KEYS[1], 0, '')
