-- A few numbers that every worker reads on every request. They lie in memory mapped before the workers are forked, so
-- that reading one costs a load, not a locked look-up in a shared dictionary. They only ever say "look again": what is
-- true stands in the dictionaries, and a wrong guess here costs time, never correctness.
local ffi = require 'ffi'
local bit = require 'bit'

ffi.cdef [[
void *mmap(void *address, size_t length, int protection, int flags, int fd, long offset);
]]

local SLOTS = 65536
local READ_WRITE, SHARED_ANONYMOUS = 3, 0x21
local bytes = 8 * (2 + 2 * SLOTS)
local mapped = ffi.C.mmap(nil, bytes, READ_WRITE, SHARED_ANONYMOUS, -1, 0)
assert(ffi.cast('intptr_t', mapped) ~= -1, 'no memory for the shared board')

local numbers = ffi.cast('volatile double *', mapped)
local uncacheable_until = numbers + 2
local freshened = uncacheable_until + SLOTS
local state = ngx.shared.state

local M = {}

-- After a reload of the configuration the dictionaries live on and this memory is new.
numbers[0] = state:get('version') or 0
numbers[1] = state:get('open') and 1 or 0

-- The version changes with every change to any zone. Numbers come from a dictionary, because adding one to plain memory
-- from two workers can lose a change.
function M.version()
  return numbers[0]
end

function M.publish()
  numbers[0] = state:incr('version', 1, 0)
end

function M.is_open()
  return numbers[1] == 1
end

function M.open()
  state:set('open', true)
  numbers[1] = 1
end

function M.slot_of(key)
  return bit.band(ngx.crc32_short(key), SLOTS - 1)
end

-- Different keys may share a slot, so a time in the future means: ask the dictionary.
function M.may_be_uncacheable(slot, now)
  return uncacheable_until[slot] > now
end

function M.mark_uncacheable(slot, until_time)
  uncacheable_until[slot] = until_time
end

-- Which 304 last brought new header fields for a key of this slot; 0 for none yet.
function M.freshened(slot)
  return freshened[slot]
end

function M.mark_freshened(slot)
  freshened[slot] = state:incr('freshened', 1, 0)
end

return M
