-- What stands before zones that are not open to everybody in the same way. It runs before the cache is looked at.
local links = require 'access.links'
local pages = require 'pages'
local paths = require 'paths'
local rules = require 'access.rules'

local var = ngx.var

local M = {}

-- A browser's question whether a page of another site may fetch this. It is answered here, for nothing of a zone is in the
-- answer: the request that follows is judged, and only after a preflight that passed can a page read why it is refused.
local function is_preflight()
  local wanted = ngx.req.get_method() == 'OPTIONS' and var.http_origin and var.http_access_control_request_method
  return wanted == 'GET' or wanted == 'HEAD'
end

-- The signed link, if any, and the request's path and query without it: as the cache, the origin and the log are to know
-- them.
function M.take_link(raw)
  local link, clean = links.read(raw)
  clean = clean or raw
  var.edge_uri = clean
  return link, clean
end

-- Whoever is not let in is told why, and this does not return.
function M.admit(zone, link, clean)
  if zone.disabled then return pages.disabled(zone) end
  -- What the origin would take for another zone's path, or for one that the link does not cover.
  if paths.wanders(clean) then return pages.crooked_path() end
  if is_preflight() then return pages.preflight() end
  local refusal = zone.access and rules.judge(zone.access, link)
  if refusal then return pages.refused(refusal) end
  -- Players resolve what a playlist names against its path, and leave its query behind.
  if link and link.in_query and link.directory and link.path:find('%.m3u8$') then
    return pages.redirect(links.in_path(link, clean))
  end
end

return M
