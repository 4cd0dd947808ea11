-- What stands before zones that are not open to everybody in the same way.
local pages = require 'pages'
local paths = require 'paths'

local M = {}

-- The request's path and query, as the cache and the origin are to know them. Whoever is not let in is told why, and this
-- does not return.
function M.admit(zone, raw)
  if zone.disabled then return pages.disabled() end
  -- What the origin would take for another zone's path, or for one that a link does not cover.
  if paths.wanders(raw) then return pages.crooked_path() end
  return raw
end

return M
