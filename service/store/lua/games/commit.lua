-- One write of one game: all of it or nothing.
-- KEYS: game, events, outbox, deadlines, listed before, listed after, job_meta, [answer, note]; at change.bot_games, of a
-- game without a person: their index; from change.hooks on, where an app's webhooks may want to know:
-- hooks, queues, waiting, bodies, list, tries; lists of players, as change.parted and so on say;
-- from change.subscriptions on, where seats may get a push: subscriptions, pushes, tries;
-- at change.unfinished, where the status changes: the index of unfinished games
-- ARGV: 1 the change as msgpack, see `Wire` in changes.py; what it leaves out is nil here
-- 2 move, 3 events, 4 answer, 5... fields and values of the game
-- Returns 'done', or 'told' where something waits for deliverers now, 'again' when somebody else wrote first, or what the idempotency key was answered before
local change = cmsgpack.unpack(ARGV[1])
local id = change.id

if change.kept then
  local known = redis.call('GET', KEYS[8])
  if known then return known end
  -- Who loads the game finds the note.
  if redis.call('EXISTS', KEYS[9]) == 1 then return 'again' end
end
local found = redis.call('HMGET', KEYS[1], 'rev', 'mark')
if (found[1] or '0') ~= change.before or (found[2] or '') ~= change.marked then return 'again' end

redis.call('HSET', KEYS[1], 'rev', change.after, 'mark', change.mark, unpack(ARGV, 5))
if change.forgotten then redis.call('HDEL', KEYS[1], unpack(change.forgotten)) end
if change.entry then
  redis.call('XADD', KEYS[2], change.entry, 'm', ARGV[2], 'e', ARGV[3])
  -- What is told of an archived game begins a stream anew, which goes when the game goes.
  local left = redis.call('PTTL', KEYS[1])
  if left > 0 then redis.call('PEXPIRE', KEYS[2], left) end
  local told = {id, change.marked, change.mark, change.after, change.entry, ARGV[3], unpack(ARGV, 5)}
  for number = 1, #told do told[number] = struct.pack('>i4', #told[number]) .. told[number] end
  -- Who is not woken looks by themselves, in a while: no reason to leave a write half done.
  redis.pcall(change.sharded and 'SPUBLISH' or 'PUBLISH', change.channel, table.concat(told))
end
if change.due then
  redis.call('ZADD', KEYS[3], change.due, id)
  redis.call('HSET', KEYS[7], id, change.job_meta)
elseif change.pending then
  redis.call('ZREM', KEYS[3], id)
  redis.call('HDEL', KEYS[7], id)
end
-- Written with every decision, so that games of old come into the index, too.
if change.bot_games then
  if change.due then
    redis.call('ZADD', KEYS[change.bot_games], 0, change.tenant_entry)
  else
    redis.call('ZREM', KEYS[change.bot_games], change.tenant_entry)
  end
end
if change.unfinished then
  if change.has_ended then
    redis.call('ZREM', KEYS[change.unfinished], change.tenant_entry)
  else
    redis.call('ZADD', KEYS[change.unfinished], 0, change.tenant_entry)
  end
end
if change.deadline then
  redis.call('ZADD', KEYS[4], change.deadline, id)
elseif change.dated then
  redis.call('ZREM', KEYS[4], id)
end
if KEYS[5] ~= KEYS[6] then redis.call('ZREM', KEYS[5], id) end
if change.listed and (KEYS[5] ~= KEYS[6] or change.before == '0') then
  redis.call('ZADD', KEYS[6], 0, id)
end
if change.expires then
  redis.call('EXPIRE', KEYS[1], change.expires)
  redis.call('EXPIRE', KEYS[2], change.expires)
end
if change.kept then redis.call('SET', KEYS[8], ARGV[4], 'EX', change.kept) end
if change.note then redis.call('SET', KEYS[9], change.note, 'EX', change.noted) end
for _, at in ipairs(change.parted or {}) do redis.call('ZREM', KEYS[at], id) end
for _, at in ipairs(change.seated or {}) do
  -- A list stays for as long as any of its games does.
  local left = redis.call('TTL', KEYS[at])
  redis.call('ZADD', KEYS[at], 0, id)
  if not change.expires then
    redis.call('PERSIST', KEYS[at])
  elseif left == -2 or (left >= 0 and left < change.expires) then
    redis.call('EXPIRE', KEYS[at], change.expires)
  end
end
for _, at in ipairs(change.changed or {}) do
  redis.call('ZADD', KEYS[at], change.now, id)
  redis.call('ZREMRANGEBYSCORE', KEYS[at], '-inf', change.now - 1000 * change.known)
  redis.call('EXPIRE', KEYS[at], change.known)
end
for at, field in pairs(change.left or {}) do redis.call('HSET', KEYS[at], field, '') end
for _, channel in ipairs(change.players or {}) do
  redis.pcall('PUBLISH', channel, id .. ' ' .. (change.newest or 0))
end
local answer = 'done'
if change.subscriptions then
  local subscriptions, pushes, tries = unpack(KEYS, change.subscriptions, change.subscriptions + 2)
  local push_seats, unsubscribed = {}, {}
  for _, seat in ipairs(change.push_seats or {}) do push_seats[seat] = true end
  for _, seat in ipairs(change.unsubscribed or {}) do unsubscribed[seat] = true end
  for _, each in ipairs(redis.call('HVALS', subscriptions)) do
    -- A damaged one gets nothing, and stops no move.
    local can_read, subscription = pcall(cjson.decode, each)
    local is_whole = can_read and type(subscription) == 'table' and type(subscription.seat) == 'number'
      and type(subscription.id) == 'string' and type(subscription.service) == 'string'
    if is_whole then
      local push = subscription.service .. '|' .. id .. '|' .. subscription.id
      if unsubscribed[subscription.seat] then
        redis.call('HDEL', subscriptions, subscription.id)
        redis.call('ZREM', pushes, push)
        redis.call('HDEL', tries, push)
      elseif push_seats[subscription.seat] then
        redis.call('ZADD', pushes, 0, push)
        redis.call('HSET', tries, push, change.push)
        answer = 'told'
      end
    end
  end
end
local wanted = change.hooks and redis.call('HGET', KEYS[change.hooks], change.app)
if not wanted then return answer end

local _, queues, waiting, bodies, list, tries = unpack(KEYS, change.hooks, change.hooks + 5)

-- Drop the last notice of a queue if it is of the same type and nobody has tried to send it: what follows says more.
local function drop_unsent(webhook, queue, type)
  local last = redis.call('ZREVRANGEBYLEX', waiting, '(' .. queue .. '}', '[' .. queue .. '|', 'LIMIT', 0, 1)[1]
  if not last then return end
  local delivery, head = webhook .. '|' .. string.match(last, '([^|]*)$'), '{"type":"' .. type .. '"'
  if redis.call('HEXISTS', tries, delivery) == 1 then return end
  if string.sub(redis.call('HGET', bodies, delivery) or '', 1, #head) ~= head then return end
  redis.call('ZREM', waiting, last)
  redis.call('HDEL', bodies, delivery)
  redis.call('ZREM', list, delivery)
  -- Where it was also the first, the queue waits only since now.
  if redis.call('ZLEXCOUNT', waiting, '[' .. queue .. '|', '(' .. queue .. '}') == 0 then
    redis.call('ZREM', queues, queue)
  end
end

-- A worker writes a damaged copy anew within a minute.
local can_read, webhooks = pcall(cmsgpack.unpack, wanted)
for webhook, types in pairs(can_read and type(webhooks) == 'table' and webhooks or {}) do
  local queue = webhook .. '|' .. id
  for _, notice in ipairs(change.notices) do
    if type(types) == 'table' and types[notice.type] then
      if notice.supersedes then drop_unsent(webhook, queue, notice.type) end
      local delivery = webhook .. '|' .. notice.id
      redis.call('HSET', bodies, delivery, notice.body)
      redis.call('ZADD', list, 0, delivery)
      redis.call('ZADD', waiting, 0, queue .. '|' .. string.sub(notice.id, 10, 15) .. '|' .. notice.id)
      if redis.call('ZADD', queues, 'NX', change.now, queue) == 1 then answer = 'told' end
    end
  end
end
return answer
