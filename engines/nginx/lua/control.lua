-- The agent's door: a socket in a folder that only it may enter. Bodies and answers are wire values.
local board = require 'board'
local files = require 'files'
local journal = require 'journal'
local paths = require 'paths'
local purge = require 'purge'
local wire = require 'wire'
local zones = require 'zones'

local state, documents = ngx.shared.state, ngx.shared.zones

local M = {}

local function body()
  ngx.req.read_body()
  local bytes = ngx.req.get_body_data()
  if not bytes then
    local spooled = ngx.req.get_body_file()
    local file = spooled and io.open(spooled, 'rb')
    bytes = file and file:read('*a') or ''
    if file then file:close() end
  end
  local value, problem = wire.decode(bytes)
  if value == nil then error('the body cannot be read: ' .. problem, 0) end
  return value
end

local function must(ok, problem)
  if not ok then error(problem or 'it failed', 0) end
end

local calls = {}

function calls.status()
  return { bootId = state:get('boot'), open = board.is_open(), zones = zones.count(), caching = not state:get('caching off') }
end

function calls.put()
  return zones.put(body())
end

function calls.remove()
  zones.remove(body())
  return true
end

-- Removes every zone that is not in the list.
function calls.keep()
  local kept, gone = {}, {}
  for _, id in ipairs(body()) do kept[id] = true end
  for _, id in ipairs(zones.ids()) do
    if not kept[id] then gone[#gone + 1] = id end
  end
  zones.remove(gone)
  return true
end

function calls.purge()
  local asked = body()
  local zone = zones.by_id(asked.zone)
  local meanings = {}
  for i, path in ipairs(asked.paths) do meanings[i] = paths.meaning(path, not zone or zone.keep_query) end
  must(purge.purge(asked.zone, meanings))
  return journal.path()
end

function calls.forget()
  must(purge.forget())
  return journal.path()
end

function calls.open()
  board.open()
  return true
end

function calls.caching()
  state:set('caching off', not body())
  return true
end

function M.serve()
  local call = calls[ngx.var.uri:sub(2)]
  if not call then return ngx.exit(404) end
  local ok, value = pcall(call)
  ngx.status = ok and 200 or 500
  ngx.print(wire.encode(ok and value or tostring(value)))
end

return M
