-- Check whether Redis would write a move now: a write that Redis refuses for the same reasons (memory, replica, slots) and
-- that changes nothing. No byte goes to the log, so the check may run every second.
-- KEYS: any key of the shard
return redis.call('SETRANGE', KEYS[1], 0, '')
