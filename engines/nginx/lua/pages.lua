-- The few pages the edge writes itself. Short, without scripts or styles, never cached, and never with anything in them
-- that a client sent. Players on other sites may read them, to tell a refusal from a failure.
local M = {}

local function page(status, title, text)
  ngx.status = status
  ngx.header['Content-Type'] = 'text/html; charset=utf-8'
  ngx.header['Cache-Control'] = 'no-store'
  ngx.header['Access-Control-Allow-Origin'] = '*'
  ngx.say('<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><title>', title, '</title></head><body><h1>', title,
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

-- A zone with a path of its own carries a stream.
function M.disabled(zone)
  if zone.path ~= '' then
    return page(403, 'Stream disabled', 'This stream has been disabled. It cannot be watched until its owner enables it again.')
  end
  return page(403, 'Zone disabled', 'This zone has been disabled. It serves nothing until its owner enables it again.')
end

-- Which rule it was, in the words of those who set it.
local REFUSALS = {
  address = { 403, 'Address not allowed', 'The owner of this content does not let in visitors from your network address.' },
  country = { 403, 'Country not allowed', 'The owner of this content does not let in visitors from your country.' },
  agent = { 403, 'Player not allowed', 'The owner of this content does not let in this browser or player.' },
  site = { 403, 'Site not allowed', 'The owner of this content does not let this web site show it.' },
  no_site = { 403, 'Site not allowed', 'The owner of this content lets web sites show it, and this request named none.' },
  unsigned = { 403, 'Signed link needed', 'This content opens with a signed link only, and this one is not signed.' },
  badly_signed = { 403, 'Link not valid', 'The signature of this link does not fit: it was changed, or made for something or somebody else.' },
  expired = { 410, 'Link expired', 'This link was good until a certain time, which has passed. Ask its sender for a new one.' },
}

function M.refused(name)
  return page(unpack(REFUSALS[name]))
end

function M.preflight()
  ngx.status = 204
  ngx.header['Access-Control-Allow-Origin'] = '*'
  ngx.header['Access-Control-Allow-Methods'] = 'GET, HEAD, OPTIONS'
  ngx.header['Access-Control-Allow-Headers'] = '*'
  ngx.header['Access-Control-Max-Age'] = '600'
  return ngx.exit(204)
end

-- Without scheme, host and port: only the visitor knows how the edge is reached.
function M.redirect(location)
  ngx.header['Cache-Control'] = 'no-store'
  ngx.header['Access-Control-Allow-Origin'] = '*'
  return ngx.redirect(location, 302)
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
