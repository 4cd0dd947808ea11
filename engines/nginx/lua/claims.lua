-- Which zone has which host name. A zone has its hosts alone, or shares them with others that have a first path segment
-- of their own there: it then claims `host/segment` instead of `host`.
local wire = require 'wire'

local documents = ngx.shared.zones

local M = {}

local function claims_of(item)
  if item.path == '' then return item.hosts end
  local claims = {}
  for i, host in ipairs(item.hosts) do claims[i] = host .. '/' .. item.path end
  return claims
end

local function host_of(claim)
  return claim:match('^([^/]*)/')
end

-- How many zones share this host.
local function sharers(host)
  return documents:get('p:' .. host) or 0
end

local function count_sharers(claim, change)
  local host = host_of(claim)
  if not host then return end
  local count = sharers(host) + change
  if count > 0 then documents:safe_set('p:' .. host, count) else documents:delete('p:' .. host) end
end

local function held_by(id)
  local list = documents:get('l:' .. id)
  return list and wire.decode(list) or {}
end

local function let_go(claim, id)
  if documents:get('h:' .. claim) ~= id then return end
  documents:delete('h:' .. claim)
  count_sharers(claim, -1)
end

function M.owner(claim)
  return documents:get('h:' .. claim)
end

-- The first segment counts as it is written: another spelling of it is another path, and nobody's.
function M.owner_of_path(host, raw)
  local segment, follows = raw:match('^/([a-z0-9-]+)(.?)')
  if segment and (follows == '/' or follows == '?' or follows == '') then return M.owner(host .. '/' .. segment) end
end

function M.is_shared(host)
  return sharers(host) > 0
end

function M.are_those_of(item)
  return documents:get('l:' .. item.id) == wire.encode(claims_of(item))
end

-- Claims that this batch of zones gives up: another zone of the batch may take them.
function M.given_up(batch)
  local by_claim, from_host = {}, {}
  for _, item in ipairs(batch) do
    local kept = {}
    for _, claim in ipairs(claims_of(item)) do kept[claim] = true end
    for _, claim in ipairs(held_by(item.id)) do
      if not kept[claim] then
        by_claim[claim] = item.id
        local host = host_of(claim)
        if host then from_host[host] = (from_host[host] or 0) + 1 end
      end
    end
  end
  return { by_claim = by_claim, from_host = from_host }
end

local function other_owner(claim, item, given_up)
  local owner = documents:get('h:' .. claim)
  return owner and owner ~= item.id and given_up.by_claim[claim] ~= owner and owner or nil
end

-- Why the zone cannot have what it claims; nil when it can.
function M.conflict(item, given_up)
  for _, host in ipairs(item.hosts) do
    local owner = other_owner(host, item, given_up)
    if owner then return 'the host name ' .. host .. ' already belongs to zone ' .. owner end
    if item.path ~= '' then
      owner = other_owner(host .. '/' .. item.path, item, given_up)
      if owner then return 'the path ' .. item.path .. ' of ' .. host .. ' already belongs to zone ' .. owner end
    elseif sharers(host) > (given_up.from_host[host] or 0) then
      return 'the host name ' .. host .. ' is shared by zones with paths of their own'
    end
  end
end

-- `given_up` as of the start of the batch: what one zone left and another took is not free any more.
function M.take(item, given_up)
  local claims = claims_of(item)
  documents:safe_set('l:' .. item.id, wire.encode(claims))
  for _, claim in ipairs(claims) do
    local owner, host = documents:get('h:' .. claim), host_of(claim)
    if not owner then
      count_sharers(claim, 1)
    elseif owner ~= item.id and host then
      given_up.from_host[host] = given_up.from_host[host] - 1
    end
    documents:safe_set('h:' .. claim, item.id)
  end
end

-- After a batch: what was given up and taken by nobody. A zone that was refused kept its claims.
function M.release(given_up)
  for claim, id in pairs(given_up.by_claim) do
    local still = false
    for _, kept in ipairs(held_by(id)) do still = still or kept == claim end
    if not still then let_go(claim, id) end
  end
end

function M.drop(id)
  for _, claim in ipairs(held_by(id)) do let_go(claim, id) end
  documents:delete('l:' .. id)
end

return M
