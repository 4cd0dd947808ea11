-- The purge journal: what must not be forgotten when nginx is killed. One fact a line, only ever appended:
--   p <number> <zone> <path>   an exact purge        f <number> <zone>   a floor under all exact numbers of a zone
--   n <number>                 numbers up to here were used              e <era>   the era of this node
-- A record starts and ends with a newline: one that a full disk cut short stays a line of its own, and is skipped. Its
-- writer was told that it failed.
local files = require 'files'

local gsub, byte, char = string.gsub, string.byte, string.char

local M = {}
local path, lock

function M.use(folder)
  path, lock = folder .. '/journal', folder .. '/lock'
end

local function escape(text)
  return (gsub(text, '[%z\1-\32%%]', function(c) return ('%%%02X'):format(byte(c)) end))
end

local function unescape(text)
  return (gsub(text, '%%(%x%x)', function(hex) return char(tonumber(hex, 16)) end))
end

function M.purge_line(number, zone, meaning) return 'p ' .. number .. ' ' .. zone .. ' ' .. escape(meaning) end
function M.floor_line(number, zone) return 'f ' .. number .. ' ' .. zone end
function M.number_line(number) return 'n ' .. number end
function M.era_line(era) return 'e ' .. era end

function M.append(lines)
  return files.append(path, '\n' .. table.concat(lines, '\n') .. '\n')
end

function M.locked(work, ...)
  return files.locked(lock, work, ...)
end

function M.path() return path end

-- What one line says: kind, number, zone, meaning. Nothing for what is no fact.
local function parse(line)
  local kind, number, rest = line:match('^([pfne]) (%d+) ?(.*)$')
  if not kind then return nil end
  if kind == 'p' then
    local zone, escaped = rest:match('^(%w+) (.+)$')
    if not zone then return nil end
    return kind, tonumber(number), zone, unescape(escaped)
  end
  if kind == 'f' and not rest:match('^%w+$') then return nil end
  return kind, tonumber(number), rest
end

-- Calls `fact` for every line from `offset` on; returns where it ended, or nil where there is no journal. `pause` is
-- called now and then.
function M.read(fact, offset, pause)
  local file = io.open(path, 'rb')
  if not file then return nil end
  file:seek('set', offset or 0)
  local count = 0
  for line in file:lines() do
    local kind, number, zone, meaning = parse(line)
    if kind then fact(line, kind, number, zone, meaning) end
    count = count + 1
    if pause and count % 2000 == 0 then pause() end
  end
  local ended = file:seek('cur')
  file:close()
  return ended
end

-- Writes the journal anew: `head`, then those lines of the old one for which `keep` holds. Only the last part, which was
-- appended meanwhile, is read under the lock.
function M.rewrite(head, keep, pause)
  local draft = path .. '.draft'
  local out, problem = io.open(draft, 'wb')
  if not out then return nil, problem end
  local function copy(line, kind, number, zone, meaning)
    if keep(kind, number, zone, meaning) then out:write(line, '\n') end
  end
  local ended = M.read(copy, 0, pause) or 0
  return M.locked(function()
    M.read(copy, ended)
    out:write(table.concat(head(), '\n'), '\n')
    local written = out:close()
    if not written then return nil, 'cannot write ' .. draft end
    return files.replace(draft, path)
  end)
end

return M
