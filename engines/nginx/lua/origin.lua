-- The inner layer: where a request that the cache cannot answer goes. Only to the addresses that came with the zone;
-- nothing is resolved here.
local balancer = require 'ngx.balancer'
local pages = require 'pages'
local store = require 'rfc9111.store'
local zones = require 'zones'

local var = ngx.var
local started = 0

local M = {}

-- Closes without an answer: only then does the outer layer consider its old copy.
local function fail(zone, page)
  if store.has_fallback(zone) then return ngx.exit(444) end
  ngx.header['X-Accel-Expires'] = '0'
  return page()
end

local function has_been_here(id)
  local passed = var.http_cdn_loop
  return passed and (passed .. ','):find('headwater;z=' .. id .. ',', 1, true)
end

local function appended(list, item)
  return list and list .. ', ' .. item or item
end

function M.choose()
  local id = var.http_x_headwater_zone
  local zone = id and zones.by_id(id)
  if not zone then return ngx.exit(444) end
  if has_been_here(id) then return pages.looped() end
  local origin = zone.origin
  if #origin.addresses == 0 then return fail(zone, pages.unresolved) end
  ngx.ctx = { zone = zone, tries = 0 }
  var.origin_scheme = origin.scheme
  var.origin_uri = origin.prefix .. (var.http_x_headwater_uri or var.request_uri)
  var.origin_host = origin.hostHeader
  var.origin_door = origin.door
  var.origin_name = origin.name
  var.origin_loop = appended(var.http_cdn_loop, 'headwater;z=' .. id)
  var.origin_via = appended(var.http_via, '1.1 headwater')
end

-- Called for every attempt: each goes to the next address.
function M.connect()
  local ctx = ngx.ctx
  local addresses = ctx.zone.origin.addresses
  if ctx.tries == 0 then
    started = started + 1
    ctx.first = started
    if #addresses > 1 then balancer.set_more_tries(#addresses - 1) end
  end
  local address = addresses[(ctx.first + ctx.tries) % #addresses + 1]
  ctx.tries = ctx.tries + 1
  local ok, problem = balancer.set_current_peer(address[1], address[2])
  if not ok then
    ngx.log(ngx.ERR, 'cannot use the address ', address[1], ': ', problem)
    return ngx.exit(502)
  end
end

return M
