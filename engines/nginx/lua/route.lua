-- The outer layer: which zone a request belongs to, and under which key its answer is cached.
local board = require 'board'
local gate = require 'gate'
local pages = require 'pages'
local paths = require 'paths'
local purge = require 'purge'
local zones = require 'zones'

local by_host, by_path, remember = zones.by_host, zones.by_path, zones.remember
local is_open, may_be_uncacheable = board.is_open, board.may_be_uncacheable
local marks = ngx.shared.marks
local var = ngx.var

local LONGEST_WAIT_SECONDS, POLL_SECONDS = 5, 0.05

local M = {}

local function key_of(zone, raw)
  local entry = zone.memo[raw] or remember(zone, raw)
  -- nginx would demand that both conditions hold; RFC 9110 lets the entity tag decide alone.
  if var.http_if_none_match then ngx.req.clear_header('If-Modified-Since') end
  -- Requests for what cannot be cached must not wait for each other.
  if may_be_uncacheable(entry.slot, ngx.time()) and marks:get('u:' .. entry.key) then var.edge_bypass = '1' end
  ngx.ctx = entry
  var.edge_zone = zone.id
  return entry.key
end

-- The cache key, or nothing for requests that need `slowly`. On every hit this is all that runs before the cache is
-- asked: it may not wait, and counts every variable it reads.
function M.quickly()
  local zone = is_open() and by_host(var.host)
  if not zone or zone.special then return '' end
  return key_of(zone, var.request_uri)
end

-- The rest: requests that come before the edge knows its zones wait, some zones look closer at who asks, and those who
-- get nothing are told why.
function M.slowly()
  local deadline = ngx.now() + LONGEST_WAIT_SECONDS
  while not is_open() do
    if ngx.now() >= deadline then return pages.not_open() end
    ngx.sleep(POLL_SECONDS)
  end
  local zone = by_host(var.host)
  if not zone then return pages.unknown_host() end
  local raw = var.request_uri
  if zone.special then
    local link
    link, raw = gate.take_link(raw)
    if zone.is_shared then
      zone = by_path(var.host, raw)
      if not zone then return pages.unknown_path() end
    end
    var.edge_zone = zone.id
    gate.admit(zone, link, raw)
    if zone.passed then return ngx.exec('@passed') end
  end
  var.edge_key = key_of(zone, raw)
end

local function resolve(base, reference, host)
  if type(reference) ~= 'string' or reference == '' then return nil end
  local authority, rest = reference:match('^%a[%w+.-]*://([^/?#]*)(.*)$')
  if authority then
    if authority:lower():gsub(':%d+$', '') ~= host then return nil end
    reference = rest == '' and '/' or rest
  elseif reference:sub(1, 1) ~= '/' then
    reference = base:gsub('%?.*$', ''):gsub('[^/]*$', '') .. reference
  end
  return (reference:gsub('#.*$', ''))
end

-- A method that may have changed something invalidates what is cached of its URL and of those its answer names
-- (RFC 9111 section 4.4), before the client sees the answer.
local IS_SAFE = { GET = true, HEAD = true, OPTIONS = true, TRACE = true }

function M.invalidate(entry)
  if IS_SAFE[ngx.req.get_method()] or ngx.status >= 400 then return end
  local zone, raw = entry.zone, var.logged_uri
  local meanings = { paths.meaning(raw, zone.keep_query) }
  for _, name in ipairs({ 'Location', 'Content-Location' }) do
    local named = resolve(raw, ngx.header[name], var.host)
    if named then meanings[#meanings + 1] = paths.meaning(named, zone.keep_query) end
  end
  local ok, problem = purge.purge(zone.id, meanings)
  if not ok then ngx.log(ngx.ERR, 'an invalidation was not written to the purge journal: ', problem) end
end

return M
