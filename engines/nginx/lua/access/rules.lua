-- Who is let in. What is asked first is what needs the least of a visitor; the link's signature comes last, so that a
-- good link does not get round the other rules. Links of the control plane's own players do.
local links = require 'access.links'
local networks = require 'access.networks'
local paths = require 'paths'
local site = require 'access.site'
local wire = require 'wire'

local var = ngx.var

local M = {}

local function set_of(list)
  local set = {}
  for _, item in ipairs(list) do set[item] = true end
  return set
end

local compilers = {
  addresses = function(rule) return { set = networks.compile(rule.list) } end,
  countries = function(rule)
    local set = set_of(rule.list)
    -- What stands for an unknown one.
    set.XX = nil
    return { set = set, except = networks.compile(rule.except) }
  end,
  userAgents = function(rule)
    local patterns = {}
    for i, pattern in ipairs(rule.list) do
      patterns[i] = paths.split(rule.caseSensitive and pattern or pattern:lower())
    end
    return { patterns = patterns, case_sensitive = rule.caseSensitive }
  end,
  referrers = function(rule) return { hosts = site.compile(rule.hosts), blocks_none = rule.none == 'block' } end,
  token = function(rule) return { keys = rule.keys, binds_address = rule.bindAddress } end,
}

function M.compile(access)
  local compiled = { pass = access.pass ~= wire.null and access.pass or nil }
  for name, compile in pairs(compilers) do
    if access[name] ~= wire.null then
      compiled[name] = compile(access[name])
      compiled[name].allows = access[name].policy == 'allow'
    end
  end
  return compiled
end

local function names_agent(rule)
  local agent = var.http_user_agent or ''
  if not rule.case_sensitive then agent = agent:lower() end
  for _, pattern in ipairs(rule.patterns) do
    if paths.matches(pattern, agent) then return true end
  end
  return false
end

local function judge_site(rule)
  local host = site.of(var.http_referer, var.http_origin)
  if not host then return rule.blocks_none and 'no_site' or nil end
  return site.is_among(rule.hosts, host) ~= rule.allows and 'site' or nil
end

local function judge_link(rule, link, is_late)
  if not link then return 'unsigned' end
  local is_good = link.is_ours
  local address = rule.binds_address and var.edge_address or ''
  for i = 1, #rule.keys do is_good = is_good or links.is_signed(link, rule.keys[i], address) end
  if not is_good then return 'badly_signed' end
  return is_late and 'expired' or nil
end

-- Why this request is refused, as `pages` names it; nil for those who are let in.
function M.judge(access, link)
  local is_late = link and tonumber(link.expires) < ngx.time()
  if link and access.pass and links.is_signed(link, access.pass, '') then
    if not is_late then return nil end
    link.is_ours = true
  end
  local bytes = var.binary_remote_addr
  local rule = access.addresses
  if rule and networks.holds(rule.set, bytes) ~= rule.allows then return 'address' end
  rule = access.countries
  if rule and not networks.holds(rule.except, bytes) and (rule.set[var.edge_country] or false) ~= rule.allows then
    return 'country'
  end
  rule = access.userAgents
  if rule and names_agent(rule) ~= rule.allows then return 'agent' end
  local refused = access.referrers and judge_site(access.referrers)
  return refused or access.token and judge_link(access.token, link, is_late) or nil
end

return M
