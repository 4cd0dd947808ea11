-- Signed links, in two forms:
--   <directory>~<expires>.<token>/<rest>                in the path; what a playlist names by a relative URL carries it too
--   <directory><rest>?expires=<expires>&token=<token>   in the query; how much of the path is signed is found by trying
-- The token signs `<directory>\n<expires>\n<address>`; the directory counts as it is spelt in the request.
local signature = require 'access.signature'

local find, sub, concat = string.find, string.sub, table.concat

local MOST_DIGITS = 12
-- Each folder that might be the signed one costs a signature.
local MOST_FOLDERS = 16
-- Some programs write the tilde as %7E.
local FORMS = { '/~(%d+)%.([%w_-]+)/', '/%%7[eE](%d+)%.([%w_-]+)/' }

local M = {}

local function is_well_formed(expires, token)
  return expires and token and #expires <= MOST_DIGITS and #token == signature.LENGTH
end

local function read_path(raw, path_ends)
  for _, form in ipairs(FORMS) do
    local from, to, expires, token = find(raw, form)
    while from and to <= path_ends do
      if is_well_formed(expires, token) then
        local directory = sub(raw, 1, from)
        return { directory = directory, expires = expires, token = token }, directory .. sub(raw, to + 1)
      end
      from, to, expires, token = find(raw, form, to)
    end
  end
end

local function read_query(raw, path_ends)
  local found, kept = {}, {}
  for parameter in sub(raw, path_ends + 2):gmatch('[^&]+') do
    local name, value = parameter:match('^(%l+)=(.*)$')
    if name == 'expires' or name == 'token' then
      found[name] = found[name] or value
    else
      kept[#kept + 1] = parameter
    end
  end
  local expires, token = found.expires, found.token
  if not is_well_formed(expires, token) or find(expires, '%D') or find(token, '[^%w_-]') then return nil end
  local path = sub(raw, 1, path_ends)
  local link = { in_query = true, path = path, expires = expires, token = token }
  return link, kept[1] and path .. '?' .. concat(kept, '&') or path
end

-- The link that a request came with, and the request's path and query without it; both are nil where there is none.
function M.read(raw)
  local mark = find(raw, '?', 1, true)
  local path_ends = mark and mark - 1 or #raw
  local link, clean = read_path(raw, path_ends)
  if not link and mark then link, clean = read_query(raw, path_ends) end
  return link, clean
end

function M.is_signed(link, key, address)
  local behind = '\n' .. link.expires .. '\n' .. address
  if link.directory then return signature.is_of(link.token, key, link.directory .. behind) end
  local at = 1
  for _ = 1, MOST_FOLDERS do
    local directory = sub(link.path, 1, at)
    if signature.is_of(link.token, key, directory .. behind) then
      link.directory = directory
      return true
    end
    at = find(link.path, '/', at + 1, true)
    if not at then return false end
  end
  return false
end

-- The same link in the path, once its directory is known.
function M.in_path(link, clean)
  return link.directory .. '~' .. link.expires .. '.' .. link.token .. '/' .. sub(clean, #link.directory + 1)
end

return M
