-- Sets of addresses and networks. A set is asked once for each prefix length in it, however many networks it holds.
local band, lshift = bit.band, bit.lshift
local byte, char, sub, floor = string.byte, string.char, string.sub, math.floor

local MAPPED = ('\0'):rep(10) .. '\255\255'

local M = {}

local function head_of(bytes, bits)
  local whole, left = floor(bits / 8), bits % 8
  if left == 0 then return sub(bytes, 1, whole) end
  return sub(bytes, 1, whole) .. char(band(byte(bytes, whole + 1), lshift(255, 8 - left)))
end

-- Of pairs: an address as hexadecimal digits, and how many of its bits count.
function M.compile(list)
  local families = {}
  for _, network in ipairs(list) do
    local bytes = network[1]:gsub('%x%x', function(hex) return char(tonumber(hex, 16)) end)
    local by_bits = families[#bytes] or {}
    families[#bytes] = by_bits
    by_bits[network[2]] = by_bits[network[2]] or {}
    by_bits[network[2]][head_of(bytes, network[2])] = true
  end
  return families
end

-- Those of IPv4 come as IPv6 where one socket takes both.
function M.is_mapped(bytes)
  return #bytes == 16 and sub(bytes, 1, 12) == MAPPED
end

function M.holds(families, bytes)
  if M.is_mapped(bytes) then bytes = sub(bytes, 13) end
  for bits, heads in pairs(families[#bytes] or {}) do
    if heads[head_of(bytes, bits)] then return true end
  end
  return false
end

return M
