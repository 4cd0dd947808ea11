-- The few pages the edge writes itself. Short, without scripts or styles, never cached, and never with anything in them
-- that a client sent.
local M = {}

local function page(status, title, text)
  ngx.status = status
  ngx.header['Content-Type'] = 'text/html; charset=utf-8'
  ngx.header['Cache-Control'] = 'no-store'
  ngx.say('<!doctype html><html lang="en"><head><meta charset="utf-8"><title>', title, '</title></head><body><h1>', title,
    '</h1><p>', text, '</p></body></html>')
  return ngx.exit(ngx.HTTP_OK)
end

function M.unknown_host()
  return page(404, 'Unknown host', 'No zone is served under this host name.')
end

function M.unknown_path()
  return page(404, 'Not found', 'Nothing is served under this address.')
end

function M.crooked_path()
  return page(400, 'Path not understood', 'The path of a request must not hold segments that lead elsewhere.')
end

function M.disabled()
  return page(403, 'Zone disabled', 'This zone has been disabled. It serves nothing until its owner enables it again.')
end

function M.not_open()
  ngx.header['Retry-After'] = '1'
  return page(503, 'Starting', 'This edge is starting and will serve requests in a moment.')
end

function M.unresolved()
  return page(502, 'Origin not found', 'The address of this zone&#39;s origin could not be resolved.')
end

function M.looped()
  return page(508, 'Loop detected', 'The origin of this zone leads back to the zone itself.')
end

function M.unreachable()
  return page(ngx.status == 504 and 504 or 502, 'Origin unreachable',
    'The origin of this zone did not answer, or its answer could not be used.')
end

return M
