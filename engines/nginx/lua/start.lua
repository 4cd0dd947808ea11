-- Runs in the master before it forks: everything a worker will need is loaded here, so that workers never read a file of
-- ours (they may be another user's).
require 'resty.core'

local ffi = require 'ffi'
local state = ngx.shared.state

ffi.cdef 'int prctl(int option, unsigned long argument, ...);'

local SET_PARENT_DEATH_SIGNAL, KILL = 1, 9

local M = {}

local function new_boot_id()
  local random = assert(io.open('/dev/urandom', 'rb'))
  local bytes = random:read(16)
  random:close()
  return (bytes:gsub('.', function(c) return ('%02x'):format(c:byte()) end))
end

function M.master(journal_folder)
  -- The dictionaries outlive a reload of the configuration; zones are still there then, so it is the same boot.
  if not state:get('boot') then state:set('boot', new_boot_id()) end
  require('journal').use(journal_folder)
  require('purge').load()
  -- The configuration calls these by name: a look-up of a module would cost every request.
  route, route_slowly = require('route').quickly, require('route').slowly
  deliver, unreachable = require('rfc9111.deliver').deliver, require('pages').unreachable
  choose_origin, connect = require('origin').choose, require('origin').connect
  decide, serve_control = require('rfc9111.store').decide, require('control').serve
end

function M.worker()
  -- Workers that outlive a killed master would go on serving what nobody can purge.
  ffi.C.prctl(SET_PARENT_DEATH_SIGNAL, KILL)
  if ngx.worker.id() == 0 then require('purge').rewrite_soon() end
end

return M
