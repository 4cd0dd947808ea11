-- The zones of this edge. Their documents stand in a dictionary, as bytes; each worker compiles a zone when it first
-- needs it and keeps it until the zone's version changes. Which zone a request belongs to is in `claims`.
local board = require 'board'
local claims = require 'claims'
local paths = require 'paths'
local purge = require 'purge'
local rules = require 'access.rules'
local wire = require 'wire'

local documents, state = ngx.shared.zones, ngx.shared.state
local max = math.max

-- What a worker remembers of URLs, over all zones, in bytes (roughly).
local MOST_REMEMBERED = 32 * 1024 * 1024
local MEMORY_RESERVE = 1024 * 1024

local M = {}
local by_id, by_host = {}, {}
local remembered = 0

local function compile(id, bytes)
  local zone = assert(wire.decode(bytes))
  local keep_query = zone.cache.queryString == 'keep'
  local bans = {}
  for i, ban in ipairs(zone.purge.bans) do
    bans[i] = paths.compile(ban[2], keep_query)
    bans[i].number = ban[1]
  end
  -- Newest first: the first that matches has the highest number.
  table.sort(bans, function(a, b) return a.number > b.number end)
  local ttl = zone.cache.edgeTtlSeconds
  local access = zone.access ~= wire.null and rules.compile(zone.access) or nil
  return {
    id = id,
    -- What `route.quickly` leaves to `slowly`: all but plain zones.
    special = zone.disabled or zone.path ~= '' or zone.passed or access ~= nil,
    disabled = zone.disabled,
    path = zone.path,
    passed = zone.passed,
    access = access,
    keep_query = keep_query,
    bans = bans,
    key_prefix = purge.era() .. '.' .. id .. '|' .. zone.purge.generation .. '|',
    ttl = ttl ~= wire.null and ttl or nil,
    stale_if_error = zone.cache.staleIfErrorSeconds,
    origin = zone.origin,
    memo = {},
  }
end

-- The zone of an id, as of the version that was read before.
local function look_up(id, version)
  local bytes = documents:get('z:' .. id)
  if not bytes then
    by_id[id] = nil
    return nil
  end
  -- A zone changes with its document, with a purge, and with the era.
  local changed = max(documents:get('v:' .. id) or 0, state:get('era version') or 0)
  local zone = by_id[id]
  if not zone or zone.changed ~= changed then
    zone = compile(id, bytes)
    zone.changed = changed
    by_id[id] = zone
  end
  zone.checked = version
  return zone
end

function M.by_id(id)
  local version = board.version()
  local zone = by_id[id]
  if zone and zone.checked == version then return zone end
  return look_up(id, version)
end

-- Stands for a host that several zones share: the path says which one is meant.
local function shared_host(host)
  return claims.is_shared(host) and { special = true, is_shared = true } or nil
end

function M.by_host(host)
  local version = board.version()
  local zone = by_host[host]
  if zone and zone.checked == version then return zone end
  local id = claims.owner(host)
  zone = id and look_up(id, version) or shared_host(host)
  if zone then zone.checked = version end
  by_host[host] = zone
  return zone
end

function M.by_path(host, raw)
  local id = claims.owner_of_path(host, raw)
  return id and M.by_id(id)
end

local function highest_ban(bans, meaning)
  for i = 1, #bans do
    if paths.matches(bans[i], meaning) then return bans[i].number end
  end
  return 0
end

-- What a worker remembers of one URL: its cache key, and its place on the board.
function M.remember(zone, raw)
  local meaning = paths.meaning(raw, zone.keep_query)
  local key = zone.key_prefix .. highest_ban(zone.bans, meaning) .. '.' .. purge.exact(zone.id, meaning) .. '|'
  if zone.keep_query then
    key = key .. raw
  else
    local mark = raw:find('?', 1, true)
    key = key .. (mark and raw:sub(1, mark - 1) or raw)
  end
  remembered = remembered + 300 + 3 * #raw
  if remembered > MOST_REMEMBERED then
    remembered = 0
    for _, other in pairs(by_id) do other.memo = {} end
  end
  local entry = { key = key, slot = board.slot_of(key), zone = zone, overlays = false, overlays_of = 0 }
  zone.memo[raw] = entry
  return entry
end

-- Nothing is ever evicted from this dictionary: where there is no room, a zone is refused and stays as it was.
local function store(item, given_up)
  local known = documents:get('z:' .. item.id)
  -- The same again, as after a full snapshot: nothing that workers remember of it needs to go.
  if known == item.document and claims.are_those_of(item) then return nil end
  local grows = not known or #known < #item.document
  if grows and documents:free_space() < MEMORY_RESERVE + #item.document then
    return 'the memory of the edge for zones is full'
  end
  local ok, zone = pcall(compile, item.id, item.document)
  if not ok then return 'the edge cannot read the zone: ' .. tostring(zone) end
  -- Purges meet other URLs once the query counts differently: what was cached before is not compared, but dropped.
  if known and compile(item.id, known).keep_query ~= zone.keep_query then purge.drop_all(item.id) end
  if not known then documents:safe_set('count', M.count() + 1) end
  documents:safe_set('z:' .. item.id, item.document)
  claims.take(item, given_up)
  documents:safe_set('v:' .. item.id, state:incr('version', 1, 0))
end

-- Takes documents over; returns the refused ones as pairs of id and reason. A refused zone stays as it was.
function M.put(batch)
  local refused = {}
  local given_up = claims.given_up(batch)
  for _, item in ipairs(batch) do
    local reason = claims.conflict(item, given_up) or store(item, given_up)
    if reason then refused[#refused + 1] = { item.id, reason } end
  end
  claims.release(given_up)
  board.publish()
  return refused
end

function M.remove(ids)
  for _, id in ipairs(ids) do
    claims.drop(id)
    if documents:get('z:' .. id) then documents:safe_set('count', M.count() - 1) end
    documents:delete('z:' .. id)
    documents:delete('v:' .. id)
    purge.drop_zone(id)
  end
  board.publish()
end

function M.count()
  return documents:get('count') or 0
end

function M.ids()
  local ids = {}
  for _, key in ipairs(documents:get_keys(0)) do
    local id = key:match('^z:(.*)$')
    if id then ids[#ids + 1] = id end
  end
  return ids
end

return M
