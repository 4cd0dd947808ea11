import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
/** Clocks of phones are a little off: the code before and the code after count as well. */
const window = 1;

/** 160 bits, as RFC 4226 recommends. */
export const makeSecret = (): Buffer => Buffer.from(new Secret({ size: 20 }).bytes);

/** What an app is given, to type and as the address that a QR code stands for. */
export function describeSecret(secret: Buffer, issuer: string, label: string): { secret: string; uri: string } {
  const totp = totpOf(secret, issuer, label);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Which 30 seconds a code stands for (RFC 6238: SHA-1, six digits); null when it is none of those around now. */
export function stepOf(secret: Buffer, code: string, nowMs = Date.now()): number | null {
  // The library compares bytes, and throws where other signs make them too many.
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window });
  return delta === null ? null : Math.floor(nowMs / 1000 / periodSeconds) + delta;
}

const totpOf = (secret: Buffer, issuer = '', label = '') =>
  new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }), issuer, label, period: periodSeconds });
