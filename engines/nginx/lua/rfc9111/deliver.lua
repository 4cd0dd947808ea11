-- The outer layer's header filter: what a client sees of a stored answer. It runs for every hit, so it reads as little
-- as it can; nginx itself hides the internal fields and puts the origin's Cache-Control back.
local board = require 'board'
local freshen = require 'rfc9111.freshen'
local route = require 'route'

local H, var = ngx.header, ngx.var
local max, min = math.max, math.min
local freshened = board.freshened

local LONGEST_AGE = 2147483648
local IS_STORED = { HIT = true, REVALIDATED = true, STALE = true, UPDATING = true }

local M = {}

local function apply(overlay)
  for i = 1, #overlay.names do H[overlay.names[i]] = overlay.values[i] end
  if overlay.control then var.edge_control = overlay.control end
  return overlay.born
end

-- `no-transform`: nginx compresses for those who accept it, so here nobody does.
local function leave_uncompressed()
  ngx.req.clear_header('Accept-Encoding')
end

-- The rare notes beside the time of birth.
local function read_notes(stored)
  local digits, notes = stored:match('^(%d+) (.*)$')
  if not digits then return nil end
  if notes:sub(1, 1) == '!' then leave_uncompressed() end
  for name in notes:gmatch('[%w-]+') do H[name] = nil end
  return tonumber(digits)
end

function M.deliver()
  local cached = var.upstream_cache_status
  if not cached then
    -- Not asked of the cache: a method that it does not answer, or a page of our own.
    local entry = ngx.ctx
    if entry.zone then route.invalidate(entry) end
    return
  end
  if not IS_STORED[cached] then
    local control = var.upstream_http_x_headwater_control
    if control and control:lower():find('no-transform', 1, true) then leave_uncompressed() end
    return
  end
  local stored = var.upstream_http_x_headwater_stored
  local born = tonumber(stored)
  if not born and stored then born = read_notes(stored) end
  local entry = ngx.ctx
  if entry.slot and freshened(entry.slot) ~= 0 then
    local validator = H['ETag'] or H['Last-Modified']
    local overlay = validator and freshen.recall(entry, validator)
    if overlay then born = apply(overlay) end
  end
  if born then H['Age'] = max(0, min(ngx.time() - born, LONGEST_AGE)) end
end

return M
