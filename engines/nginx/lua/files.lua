-- The few system calls that Lua's own library lacks. All of them block the worker, so they are kept to small writes.
local ffi = require 'ffi'

ffi.cdef [[
int open(const char *path, int flags, int mode);
int close(int fd);
int flock(int fd, int operation);
long write(int fd, const void *bytes, size_t count);
int fsync(int fd);
]]

local C = ffi.C
local WRITE, CREATE, APPEND, CLOSE_ON_EXEC = 1, 64, 1024, 524288
local EXCLUSIVE, UNLOCK = 2, 8

local M = {}

-- Runs `work` while no other process of this edge runs any under the same lock file. The kernel lets go of the lock when
-- a worker is killed.
function M.locked(path, work, ...)
  local fd = C.open(path, bit.bor(WRITE, CREATE, CLOSE_ON_EXEC), 384)
  if fd < 0 then return nil, 'cannot open ' .. path .. ' (error ' .. ffi.errno() .. ')' end
  C.flock(fd, EXCLUSIVE)
  local ok, value, problem = pcall(work, ...)
  C.flock(fd, UNLOCK)
  C.close(fd)
  if not ok then return nil, tostring(value) end
  return value, problem
end

-- Appends in one call, so that a killed worker leaves either all of it or nothing.
function M.append(path, text)
  local fd = C.open(path, bit.bor(WRITE, CREATE, APPEND, CLOSE_ON_EXEC), 384)
  if fd < 0 then return nil, 'cannot open ' .. path .. ' (error ' .. ffi.errno() .. ')' end
  local written = tonumber(C.write(fd, text, #text))
  local errno = ffi.errno()
  C.close(fd)
  if written ~= #text then return nil, 'cannot write ' .. path .. ' (error ' .. errno .. ')' end
  return true
end

-- Puts what was written under another name in the place of `path`, on disk before it is visible.
function M.replace(draft, path)
  local fd = C.open(draft, WRITE, 0)
  if fd < 0 then return nil, 'cannot open ' .. draft end
  C.fsync(fd)
  C.close(fd)
  return os.rename(draft, path)
end

return M
