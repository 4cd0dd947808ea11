-- HMAC-SHA256 by the libcrypto that nginx itself is linked with.
local base64 = require 'ngx.base64'
local ffi = require 'ffi'

ffi.cdef [[
const void *EVP_sha256(void);
unsigned char *HMAC(const void *digest, const void *key, int key_length, const unsigned char *data, size_t length,
  unsigned char *out, unsigned int *out_length);
int CRYPTO_memcmp(const void *one, const void *other, size_t length);
]]

local C = ffi.C
local SHA256 = C.EVP_sha256()
local out, out_length = ffi.new('unsigned char[32]'), ffi.new('unsigned int[1]')

local M = {}

-- Of an encoded signature: base64url without padding.
M.LENGTH = 43

function M.is_of(given, key, text)
  if #given ~= M.LENGTH or C.HMAC(SHA256, key, #key, text, #text, out, out_length) == nil then return false end
  -- As text: bytes have several spellings in base64. In constant time, so that none can be found letter by letter.
  return C.CRYPTO_memcmp(given, base64.encode_base64url(ffi.string(out, 32)), M.LENGTH) == 0
end

return M
