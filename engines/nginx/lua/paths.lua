-- Purges are matched on what a URL means, not on how it is spelt: `/%63ss/x` must not escape a purge of `/css/x`.
-- Both sides, the purge and the request, go through the same function. Matching too much costs a refetch; matching too
-- little serves what a customer has purged: where in doubt, these functions let more spellings fall together.
local gsub, find, sub, char = string.gsub, string.find, string.sub, string.char
local tonumber, concat = tonumber, table.concat

local M = {}

local function decode(text)
  if not find(text, '%', 1, true) then return text end
  return (gsub(text, '%%(%x%x)', function(hex) return char(tonumber(hex, 16)) end))
end

-- Resolves `.` and `..` segments and joins runs of slashes, as nginx and most origins do.
local function normalise(path)
  if not find(path, '/.', 1, true) and not find(path, '//', 1, true) then return path end
  local kept, ends_in_folder = {}, false
  for segment in path:gmatch('[^/]+') do
    ends_in_folder = segment == '.' or segment == '..'
    if segment == '..' then
      kept[#kept] = nil
    elseif segment ~= '.' then
      kept[#kept + 1] = segment
    end
  end
  local joined = '/' .. concat(kept, '/')
  if (ends_in_folder or sub(path, -1) == '/') and joined ~= '/' then joined = joined .. '/' end
  return joined
end

-- Whether a path has segments, however spelt, that lead out of the folder they stand in.
function M.wanders(raw)
  local mark = find(raw, '?', 1, true)
  local path = decode(mark and sub(raw, 1, mark - 1) or raw) .. '/'
  return find(path, '/./', 1, true) ~= nil or find(path, '/../', 1, true) ~= nil
end

-- The decoded path and query of a raw one. Without `with_query` the query plays no part.
function M.meaning(raw, with_query)
  local mark = find(raw, '?', 1, true)
  local path = normalise(decode(mark and sub(raw, 1, mark - 1) or raw))
  if not mark or not with_query or mark == #raw then return path end
  return path .. '?' .. decode(sub(raw, mark + 1))
end

-- A pattern as its literal pieces between the stars, for `matches`.
function M.split(pattern, tidy)
  local pieces = {}
  for piece in (pattern .. '*'):gmatch('([^*]*)%*') do pieces[#pieces + 1] = tidy and tidy(piece) or piece end
  return { pieces = pieces, prefix = pieces[1], is_prefix = #pieces == 2 and pieces[2] == '' }
end

local function tidy(piece)
  return (gsub(decode(piece), '//+', '/'))
end

-- A star that is meant literally is written %2A.
function M.compile(pattern, with_query)
  if not with_query then pattern = gsub(pattern, '%?.*$', '') end
  return M.split(pattern, tidy)
end

-- The first piece stands at the start, the last at the end, those between in order, each as early as possible: this
-- takes one pass for each piece, where a regular expression could be made to take exponential time.
function M.matches(compiled, text)
  local pieces, prefix = compiled.pieces, compiled.prefix
  local count = #pieces
  if count == 1 then return text == prefix end
  if sub(text, 1, #prefix) ~= prefix then return false end
  if compiled.is_prefix then return true end
  local at = #prefix + 1
  for i = 2, count - 1 do
    local from, to = find(text, pieces[i], at, true)
    if not from then return false end
    at = to + 1
  end
  local last = pieces[count]
  return #text - #last + 1 >= at and (last == '' or sub(text, -#last) == last)
end

return M
