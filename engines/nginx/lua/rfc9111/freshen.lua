-- When an origin confirms a stored answer with 304, the header fields of the 304 replace the stored ones (RFC 9111
-- section 3.2). nginx keeps the stored fields, so the new ones lie beside the cache, under the key and the validator.
-- They are lost at a restart, which is harmless: the old fields are then used until the next 304.
local board = require 'board'
local wire = require 'wire'

local fields = ngx.shared.freshened
local var = ngx.var

local KEPT_SECONDS = 86400

-- Fields of one message or one connection, and those that describe the stored body.
local IS_LEFT = {}
for _, name in ipairs {
  'connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'content-length',
  'content-encoding', 'content-range', 'content-type', 'set-cookie', 'server',
} do IS_LEFT[name] = true end

local M = {}

-- In the inner layer, on a 304.
function M.remember(key, born, control)
  local validator = var.http_if_none_match or var.http_if_modified_since
  if not validator then return end
  local names, values = {}, {}
  for name, value in pairs(ngx.resp.get_headers(100, true)) do
    local lower = name:lower()
    if not IS_LEFT[lower] and not lower:find('^x%-headwater%-') and not lower:find('^x%-accel%-') then
      names[#names + 1], values[#values + 1] = name, value
    end
  end
  local overlay = { born = born, control = control or false, names = names, values = values }
  fields:set(key .. validator, wire.encode(overlay), KEPT_SECONDS)
  board.mark_freshened(board.slot_of(key))
end

-- In the outer layer: what a 304 brought for this answer since it was stored, or nil. Decoded once for each worker.
function M.recall(entry, validator)
  local seen = board.freshened(entry.slot)
  if not entry.overlays or entry.overlays_of ~= seen then
    entry.overlays, entry.overlays_of = {}, seen
  end
  local overlay = entry.overlays[validator]
  if overlay == nil then
    local bytes = fields:get(entry.key .. validator)
    overlay = bytes and wire.decode(bytes) or false
    entry.overlays[validator] = overlay
  end
  return overlay or nil
end

return M
