-- The web site that a request comes from, by what its browser says of it.
local M = {}

-- The host of a URL, in lower case; nil for anything but a page on a web server.
local function host_of(url)
  local authority = url and url:lower():match('^https?://([^/?#\\]+)')
  if not authority then return nil end
  local host = authority:gsub('^.*@', ''):gsub(':%d*$', ''):gsub('%.$', '')
  return host:find('^[%w_.-]+$') and host or host:match('^%[[%x:.]+%]$')
end

function M.of(referer, origin)
  return host_of(referer) or host_of(origin)
end

-- Of host names and `*.` patterns, which stand for every name below.
function M.compile(patterns)
  local exact, below = {}, {}
  for _, pattern in ipairs(patterns) do
    local parent = pattern:match('^%*%.(.+)$')
    if parent then below[parent] = true else exact[pattern] = true end
  end
  return { exact = exact, below = below }
end

function M.is_among(hosts, host)
  if hosts.exact[host] then return true end
  local parent = host:match('^[^.]*%.(.+)$')
  while parent do
    if hosts.below[parent] then return true end
    parent = parent:match('^[^.]*%.(.+)$')
  end
  return false
end

return M
