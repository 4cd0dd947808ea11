-- Cache-Control (RFC 9111 section 5.2) and CDN-Cache-Control (RFC 9213), as tables of directives.
local min = math.min

-- RFC 9111 section 1.2.2: larger than this is "very long".
local LONGEST = 2147483648

local M = {}

-- Seconds of a directive's value: nil without one, 0 (stale) for what is no number.
function M.seconds(value)
  if value == nil then return nil end
  if type(value) == 'string' and value:match('^%d+$') then return min(tonumber(value), LONGEST) end
  return 0
end

-- Of a directive that stands twice, the shorter time counts.
local function shorter(one, other)
  local a, b = tonumber(one), tonumber(other)
  if a and b and a < b then return one end
  return a and other or one
end

local IS_AGE = { ['max-age'] = true, ['s-maxage'] = true }

-- A quoted value keeps a leading quote, so that it is told from a token: `max-age="60"` is no valid time.
local function read_value(text, at)
  if text:sub(at, at) ~= '"' then
    local _, last, token = text:find('^([^%s,]*)', at)
    return token, last + 1
  end
  local close = text:find('[^\\]"', at) or #text
  return '"' .. text:sub(at + 1, close), close + 2
end

-- Cache-Control, read leniently: unknown directives and odd spacing do no harm.
function M.parse(text)
  local directives, at, length = {}, 1, text and #text or 0
  while at <= length do
    local _, last, name = text:find('^[%s,]*([^%s,="]+)', at)
    if not name then
      at = at + 1
    else
      at, name = last + 1, name:lower()
      local value = true
      if text:sub(at, at) == '=' then value, at = read_value(text, at + 1) end
      if IS_AGE[name] and directives[name] ~= nil then value = shorter(directives[name], value) end
      directives[name] = value
    end
  end
  return directives
end

local IS_TIME = { ['max-age'] = true, ['s-maxage'] = true, ['stale-while-revalidate'] = true, ['stale-if-error'] = true }

local function is_bare_item(value)
  return value:match('^%-?%d+$') or value:match('^".*"$') or value:match('^%?[01]$')
    or value:match("^[%a*][%w:/!#$%%&'*+%-.^_`|~]*$")
end

-- CDN-Cache-Control is a Structured Fields dictionary: nil when it is empty or not valid, and then it is ignored whole.
function M.parse_targeted(text)
  if not text then return nil end
  local directives, any = {}, false
  for member in (text .. ','):gmatch('%s*(.-)%s*,') do
    local name, equals, value = member:match('^([%a*][%w_.*-]*)(=?)(.*)$')
    if not name then return nil end
    name = name:lower()
    if equals == '' then
      if value ~= '' then return nil end
      value = true
    elseif IS_TIME[name] then
      if not value:match('^%d+$') then return nil end
    elseif not is_bare_item(value) then
      return nil
    end
    directives[name], any = value, true
  end
  return any and directives or nil
end

return M
