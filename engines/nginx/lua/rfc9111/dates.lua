-- HTTP dates (RFC 9110 section 5.6.7), read strictly: a date that is not one of the three forms is no date.
local floor = math.floor

local MONTHS = { JAN = 1, FEB = 2, MAR = 3, APR = 4, MAY = 5, JUN = 6, JUL = 7, AUG = 8, SEP = 9, OCT = 10, NOV = 11, DEC = 12 }

local M = {}

-- Days since 1970-01-01 of a day in the Gregorian calendar.
local function days(year, month, day)
  if month <= 2 then
    year, month = year - 1, month + 12
  end
  local leap_days = floor(year / 4) - floor(year / 100) + floor(year / 400)
  return 365 * year + leap_days + floor((153 * (month - 3) + 2) / 5) + day - 1 - 719468
end

-- RFC 850 dates have two digits for the year: more than 50 years ahead means the past.
local function full_year(two_digits)
  local year = 2000 + two_digits
  if year > tonumber(os.date('!%Y')) + 50 then year = year - 100 end
  return year
end

-- Seconds since 1970, or nil.
function M.parse(text)
  if type(text) ~= 'string' then return nil end
  text = text:upper()
  local day, month, year, h, m, s = text:match('^%a%a%a, (%d%d) (%a%a%a) (%d%d%d%d) (%d%d):(%d%d):(%d%d) GMT$')
  if not day then
    day, month, year, h, m, s = text:match('^%a+DAY, (%d%d)%-(%a%a%a)%-(%d%d) (%d%d):(%d%d):(%d%d) GMT$')
    year = year and full_year(year)
  end
  if not day then
    month, day, h, m, s, year = text:match('^%a%a%a (%a%a%a) ([ %d]%d) (%d%d):(%d%d):(%d%d) (%d%d%d%d)$')
  end
  if not day or not MONTHS[month] then return nil end
  return days(tonumber(year), MONTHS[month], tonumber(day)) * 86400 + h * 3600 + m * 60 + s
end

return M
