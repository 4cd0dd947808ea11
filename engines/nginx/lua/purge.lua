-- Purge as data. The cache key of an object is `era.zone|generation|ban.exact|raw URI`: a purge changes a number in the
-- key, and what was cached under the old one is never found again (the disk is reclaimed as it ages).
--  - Numbers only grow and are never used twice: an old number would serve the old files as hits.
--  - A ban's number and an exact purge's number stand side by side: as one maximum, a lower-numbered exact purge under a
--    ban would change nothing.
--  - A number must not be lost while objects under the number before it may lie on disk. So memory is never taken from
--    one silently: where there is no room, the zone's floor rises, which purges the whole zone.
local board = require 'board'
local journal = require 'journal'
local paths = require 'paths'

local state, zones, numbers = ngx.shared.state, ngx.shared.zones, ngx.shared.purges
local max = math.max

-- Above this many exact purges, a zone's floor rises and they are dropped: one customer cannot fill the memory of all.
local MOST_PER_ZONE = 50000
local JOURNAL_BYTES_BEFORE_REWRITE = 16 * 1024 * 1024

local M = {}

function M.era() return state:get('era') end

local function floor_of(zone) return zones:get('floor:' .. zone) or 0 end

-- The number of the last exact purge that met this URL.
function M.exact(zone, meaning)
  return max(numbers:get(zone .. ':' .. meaning) or 0, floor_of(zone))
end

local function apply_floor(zone, number)
  zones:delete('count:' .. zone)
  if number <= floor_of(zone) then return true end
  return zones:safe_set('floor:' .. zone, number)
end

-- An era is a time, so that one made without knowing those before is new all the same.
local function milliseconds()
  ngx.update_time()
  return math.floor(ngx.now() * 1000)
end

local function raise_era()
  local era = max((state:get('era') or 0) + 1, milliseconds())
  local ok, problem = journal.append({ journal.era_line(era) })
  state:set('era', era)
  state:set('era version', state:incr('version', 1, 0))
  board.publish()
  return ok, problem
end

local function raise_floor(zone)
  local number = state:incr('number', 1, 0)
  local ok, problem = journal.append({ journal.floor_line(number, zone) })
  if not apply_floor(zone, number) then return raise_era() end
  M.rewrite_soon()
  return ok, problem
end

-- False where there is no room for the number.
local function remember(zone, meaning, number)
  local key = zone .. ':' .. meaning
  if not numbers:get(key) then
    local count = (zones:get('count:' .. zone) or 0) + 1
    if count > MOST_PER_ZONE or not zones:safe_set('count:' .. zone, count) then return false end
  end
  return numbers:safe_set(key, number)
end

local function purge(zone, meanings)
  local lines, given = {}, {}
  for i, meaning in ipairs(meanings) do
    given[i] = state:incr('number', 1, 0)
    lines[i] = journal.purge_line(given[i], zone, meaning)
  end
  -- On disk first: what a caller was told is purged must be purged after a crash too.
  local ok, problem = journal.append(lines)
  local has_room = true
  for i, meaning in ipairs(meanings) do has_room = has_room and remember(zone, meaning, given[i]) end
  if not has_room then ok, problem = raise_floor(zone) end
  if zones:get('v:' .. zone) then zones:safe_set('v:' .. zone, state:incr('version', 1, 0)) end
  board.publish()
  if (state:incr('journal bytes', 60 * #meanings, 0) or 0) > JOURNAL_BYTES_BEFORE_REWRITE then M.rewrite_soon() end
  return ok, problem
end

-- Purges URLs of a zone, given as their meanings. Even where the journal cannot be written the purge is in force; the
-- caller is told, because it would not outlive nginx.
function M.purge(zone, meanings)
  if #meanings == 0 then return true end
  return journal.locked(purge, zone, meanings)
end

function M.drop_all(zone)
  return journal.locked(raise_floor, zone)
end

-- A zone that is removed may come back under its id, so its numbers cannot simply go: a floor stands for all of them.
function M.drop_zone(zone)
  if not zones:get('count:' .. zone) then return true end
  return journal.locked(raise_floor, zone)
end

-- Everything cached on this node becomes unreachable.
function M.forget()
  return journal.locked(raise_era)
end

-- Whether a line of the journal still says something; what it no longer says also leaves the memory.
local function is_current(kind, number, zone, meaning)
  if kind ~= 'p' then return kind == 'f' and number == floor_of(zone) end
  local key = zone .. ':' .. meaning
  if numbers:get(key) ~= number then return false end
  if number > floor_of(zone) then return true end
  numbers:delete(key)
  return false
end

local function head()
  return { journal.number_line(state:get('number') or 0), journal.era_line(state:get('era')) }
end

-- Shortens the journal to what is still in force, by and by, in the background.
function M.rewrite_soon()
  if not state:add('rewriting', true, 600) then return end
  ngx.timer.at(0, function()
    state:set('journal bytes', 0)
    local ok, problem = journal.rewrite(head, is_current, function() ngx.sleep(0) end)
    if not ok then ngx.log(ngx.ERR, 'the purge journal was not shortened: ', problem) end
    state:delete('rewriting')
  end)
end

-- At the start of nginx, before there are workers. It writes nothing: the master may be another user than the workers.
function M.load()
  if state:get('era') then return end
  local era, number, lost = 0, 0, false
  local found = journal.read(function(_, kind, value, zone, meaning)
    if kind == 'e' then
      era = max(era, value)
      return
    end
    number = max(number, value)
    local has_room = true
    if kind == 'p' then has_room = remember(zone, meaning, value) end
    if kind == 'f' or not has_room then has_room = apply_floor(zone, value) end
    lost = lost or not has_room
  end)
  -- Without a journal nobody knows what was purged: a time is an era that no earlier start had.
  if not found or era == 0 or lost then era = max(era + 1, milliseconds()) end
  state:set('era', era)
  state:set('number', number)
end

return M
