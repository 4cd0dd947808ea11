-- Values as bytes, without a parser worth attacking: every string says its length first.
--   s<length>:<bytes>   a string          n<digits>;   a number       t f z   true, false, null
--   l<count>:<values>   a list            m<count>:<key value …>      a map with string keys
local byte, sub, find = string.byte, string.sub, string.find
local tonumber, concat = tonumber, table.concat

local M = {}

-- Stands for null inside decoded values, where nil would leave a hole.
M.null = setmetatable({}, { __tostring = function() return 'null' end })

local read

local function read_length(text, at)
  local colon = find(text, ':', at, true)
  local length = colon and tonumber(sub(text, at, colon - 1))
  if not length then error('malformed length', 0) end
  return length, colon + 1
end

local readers = {
  s = function(text, at)
    local length, from = read_length(text, at)
    if from + length - 1 > #text then error('a string is cut short', 0) end
    return sub(text, from, from + length - 1), from + length
  end,
  n = function(text, at)
    local semicolon = find(text, ';', at, true)
    local number = semicolon and tonumber(sub(text, at, semicolon - 1))
    if not number then error('malformed number', 0) end
    return number, semicolon + 1
  end,
  t = function(_, at) return true, at end,
  f = function(_, at) return false, at end,
  z = function(_, at) return M.null, at end,
  l = function(text, at)
    local count, from = read_length(text, at)
    local list = {}
    for i = 1, count do list[i], from = read(text, from) end
    return list, from
  end,
  m = function(text, at)
    local count, from = read_length(text, at)
    local map, key = {}, nil
    for _ = 1, count do
      key, from = read(text, from)
      map[key], from = read(text, from)
    end
    return map, from
  end,
}

read = function(text, at)
  local reader = readers[sub(text, at, at)]
  if not reader then error('malformed value', 0) end
  return reader(text, at + 1)
end

-- The value, or nil and what is wrong.
function M.decode(text)
  local ok, value, after = pcall(read, text, 1)
  if not ok then return nil, value end
  if after ~= #text + 1 then return nil, 'bytes after the value' end
  return value
end

local function write(value, out)
  local kind = type(value)
  if kind == 'string' then
    out[#out + 1] = 's' .. #value .. ':' .. value
  elseif kind == 'number' then
    out[#out + 1] = 'n' .. string.format('%.17g', value) .. ';'
  elseif kind == 'boolean' then
    out[#out + 1] = value and 't' or 'f'
  elseif value == M.null then
    out[#out + 1] = 'z'
  elseif value[1] ~= nil or next(value) == nil then
    out[#out + 1] = 'l' .. #value .. ':'
    for i = 1, #value do write(value[i], out) end
  else
    local count, at = 0, #out + 1
    out[at] = ''
    for key, item in pairs(value) do
      write(key, out)
      write(item, out)
      count = count + 1
    end
    out[at] = 'm' .. count .. ':'
  end
end

-- Tables with a first element are lists, as is the empty one.
function M.encode(value)
  local out = {}
  write(value, out)
  return concat(out)
end

return M
