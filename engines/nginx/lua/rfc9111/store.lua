-- The inner layer's header filter: whether an origin's answer may be stored, and for how long (RFC 9111, 9213, 5861).
-- nginx would decide by rules of its own; it gets one lifetime from us instead, as X-Accel-Expires, and the two stale
-- windows as a Cache-Control of our making. What travels beside them to the outer layer:
--   X-Headwater-Control   the origin's own Cache-Control, for browsers
--   X-Headwater-Stored    when the answer was born, `!` where it must not be compressed, and fields not to be reused
local board = require 'board'
local cache_control = require 'rfc9111.cache_control'
local dates = require 'rfc9111.dates'
local freshen = require 'rfc9111.freshen'

local state, marks = ngx.shared.state, ngx.shared.marks
local H, var = ngx.header, ngx.var
local floor, max, min = math.floor, math.max, math.min
local seconds = cache_control.seconds

local UNCACHEABLE_SECONDS = 30
local LONGEST_HEURISTIC_SECONDS = 86400
local LONGEST_AGE = 2147483648
-- A live playlist lives about a second. While one visitor fetches the next, the others get the one before: without this
-- each of them would ask the origin. The one who fetches gets the new one, as nobody updates in the background there.
local BRIEF_SECONDS, STANDS_IN_SECONDS = 10, 2

local function is_brief(zone, life)
  return zone.path ~= '' and life ~= nil and life <= BRIEF_SECONDS
end

local function set_of(list)
  local set = {}
  for _, item in ipairs(list) do set[item] = true end
  return set
end

-- Statuses with a lifetime of their own choice when the origin names none (RFC 9110 section 15.1).
local IS_HEURISTIC = set_of { 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501 }
-- Statuses whose lifetime a zone may overrule: never those of an origin in trouble.
local IS_OVERRULED = set_of { 200, 203, 204, 300, 301, 302, 307, 308, 404, 410 }
local IS_TROUBLE = set_of { 500, 502, 503, 504 }

local M = {}

local function joined(value)
  if type(value) == 'table' then return table.concat(value, ', ') end
  return value
end

-- True where the outer layer holds an old copy that it may still serve instead of a failure.
function M.has_fallback(zone)
  if var.http_x_headwater_state ~= 'EXPIRED' then return false end
  local usable_until = marks:get('e:' .. (var.http_x_headwater_key or ''))
  if usable_until then return usable_until >= ngx.time() end
  return zone.stale_if_error > 0
end

-- Fields that the origin meant for this connection only.
local function drop_hop_by_hop()
  local named = var.upstream_http_connection
  if not named then return end
  for name in named:gmatch('[^%s,]+') do
    local lower = name:lower()
    if lower ~= 'close' and lower ~= 'keep-alive' then H[name] = nil end
  end
end

local function age_of_answer()
  local age = joined(H['Age'])
  local digits = age and (age:match('^%s*(%d+)%s*$') or age:match('^%s*(%d+)%s*,'))
  return min(tonumber(digits or 0), LONGEST_AGE)
end

-- How long the origin wants its answer to be reused; nil where it does not say and nothing can be guessed.
local function lifetime(policy, is_targeted, status, now)
  local life = seconds(policy['s-maxage']) or seconds(policy['max-age'])
  if life then return life end
  local date = H['Date']
  date = dates.parse(type(date) == 'table' and date[1] or date) or now
  local expires = H['Expires']
  if expires and not is_targeted then
    local at = dates.parse(expires)
    return at and max(0, at - date) or 0
  end
  if IS_HEURISTIC[status] or policy['public'] then
    local modified = dates.parse(H['Last-Modified'])
    if modified and modified < date then return min(floor((date - modified) / 10), LONGEST_HEURISTIC_SECONDS) end
  end
end

local function may_store(policy, status, life)
  if not life and not policy['no-cache'] then return false end
  if policy['must-understand'] then
    if not IS_HEURISTIC[status] then return false end
  elseif policy['no-store'] then
    return false
  end
  if policy['private'] then return false end
  if var.http_authorization and not (policy['public'] or policy['must-revalidate'] or policy['s-maxage']) then return false end
  return true
end

-- The edge asks origins for one form only, so what they say of Accept-Encoding would cut the cache into as many pieces as
-- there are browsers. The outer layer says it again where it compresses.
local function simplify_vary()
  local vary = joined(H['Vary'])
  if not vary then return end
  if not H['Content-Encoding'] and vary:lower():find('accept-encoding', 1, true) then
    local kept = {}
    for name in vary:gmatch('[^%s,]+') do
      if name:lower() ~= 'accept-encoding' then kept[#kept + 1] = name end
    end
    vary = kept[1] and table.concat(kept, ', ') or nil
  end
  H['Vary'] = vary
end

-- What no setting of a zone can make storable.
local function is_unstorable(status)
  local vary = H['Vary']
  if vary and vary:find('*', 1, true) then return true end
  return H['Set-Cookie'] ~= nil or state:get('caching off') or (status == 206 and not var.http_range)
end

-- Clients of an answer that is not stored would queue for it one behind the other; the outer layer lets them pass.
local function refuse(key, policy_given)
  if ngx.status == 304 then
    -- The stored copy stays as it was: stale where the origin spoke of caching, else fresh for its own lifetime again.
    H['X-Accel-Expires'] = policy_given and '@' .. (ngx.time() - 1) or '0'
    marks:delete('e:' .. key)
    return
  end
  H['X-Accel-Expires'] = '0'
  marks:set('u:' .. key, true, UNCACHEABLE_SECONDS)
  board.mark_uncacheable(board.slot_of(key), ngx.time() + UNCACHEABLE_SECONDS)
end

local function stale_windows(policy, zone, strict, life)
  if strict then return nil, nil end
  local if_error = seconds(policy['stale-if-error'])
  if not if_error and zone.stale_if_error > 0 then if_error = zone.stale_if_error end
  local while_revalidating = seconds(policy['stale-while-revalidate'])
  if not while_revalidating and is_brief(zone, life) then while_revalidating = STANDS_IN_SECONDS end
  return while_revalidating, if_error
end

-- `left` seconds of freshness; none means stale from the first second, to be used only after the origin confirmed it.
local function keep(key, left, while_revalidating, if_error, now, brief)
  -- nginx counts whole seconds and lets the last one pass: a second would become up to two.
  local fresh_until = now + left - (brief and left > 0 and 1 or 0)
  local own = {}
  if left > 0 and not brief then own[1] = 'max-age=' .. left end
  if while_revalidating then own[#own + 1] = 'stale-while-revalidate=' .. while_revalidating end
  if if_error then own[#own + 1] = 'stale-if-error=' .. if_error end
  -- Cache-Control goes first: after an X-Accel-Expires nginx would not read it any more.
  if #own > 0 then H['Cache-Control'] = table.concat(own, ',') end
  if left <= 0 then
    H['X-Accel-Expires'] = '@' .. (now - 1)
  elseif brief then
    H['X-Accel-Expires'] = '@' .. fresh_until
  end
  marks:set('e:' .. key, if_error and fresh_until + if_error or 0, 86400)
  if var.http_x_headwater_state == 'BYPASS' then marks:delete('u:' .. key) end
end

function M.decide()
  local zone = ngx.ctx.zone
  local control = joined(H['Cache-Control'])
  H['Cache-Control'] = nil
  H['X-Headwater-Control'] = control
  if not zone then return end
  drop_hop_by_hop()
  if zone.passed then return end
  simplify_vary()
  local status, now = ngx.status, ngx.time()
  -- nginx takes an interim answer for the answer.
  if status < 200 then
    H['X-Accel-Expires'] = '0'
    return
  end
  if IS_TROUBLE[status] and M.has_fallback(zone) then return ngx.exit(ngx.ERROR) end
  local method = ngx.req.get_method()
  if method ~= 'GET' and method ~= 'HEAD' then return end

  local key = var.http_x_headwater_key or ''
  local targeted = cache_control.parse_targeted(joined(H['CDN-Cache-Control']))
  local policy = targeted or cache_control.parse(control)
  local overruled = zone.ttl and IS_OVERRULED[status] and not var.http_authorization
  local age = overruled and 0 or age_of_answer()
  local born = now - age
  if status == 304 then freshen.remember(key, born, control) end

  local life, must_ask, omitted
  if overruled then
    life = zone.ttl
    if life == 0 or is_unstorable(status) then return refuse(key, true) end
  else
    if zone.ttl and status == 304 then
      life = zone.ttl
    else
      life = lifetime(policy, targeted ~= nil, status, now)
    end
    must_ask = policy['no-cache']
    -- `no-cache="field"` lets the answer be reused without that field.
    if type(must_ask) == 'string' then must_ask, omitted = nil, must_ask end
    if not may_store(policy, status, life) or is_unstorable(status) then
      return refuse(key, control ~= nil or targeted ~= nil)
    end
  end

  local strict = must_ask or policy['must-revalidate'] or policy['proxy-revalidate'] or policy['s-maxage']
  local while_revalidating, if_error = stale_windows(policy, zone, strict, life)
  local left = must_ask and 0 or (life or 0) - age
  if left <= 0 and not (H['ETag'] or H['Last-Modified'] or if_error or while_revalidating) then
    H['X-Accel-Expires'] = '0'
    return
  end
  -- A bare number for nearly all answers: that is what the outer layer reads fastest.
  local untouched = policy['no-transform'] or cache_control.parse(control)['no-transform']
  H['X-Headwater-Stored'] = (untouched or omitted) and born .. (untouched and ' ! ' or ' ') .. (omitted or '') or born
  keep(key, left, while_revalidating, if_error, now, is_brief(zone, life))
end

return M
