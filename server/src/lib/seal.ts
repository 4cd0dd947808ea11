import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

// One byte version (1), 12 bytes nonce, 16 bytes tag, then the ciphertext.
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;

/**
 * Encrypts what must be readable again later, with AES-256-GCM under a random nonce. The key is made by HKDF-SHA-256
 * from the installation's secret and the purpose: what was sealed for one purpose cannot pass for another.
 * @returns version byte, nonce, tag and ciphertext.
 */
export function seal(secret: string, purpose: string, plaintext: string | Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), nonce, { authTagLength: tagBytes });
  const text = typeof plaintext === 'string' ? Buffer.from(plaintext, 'utf8') : plaintext;
  const ciphertext = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), ciphertext]);
}

/** @throws Error when it was changed, or sealed under another secret or for another purpose. */
export function unseal(secret: string, purpose: string, sealed: Buffer): Buffer {
  if (sealed.length < headBytes || sealed[0] !== version) throw new Error('This was not sealed by this version.');
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const cipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), nonce, { authTagLength: tagBytes });
  cipher.setAuthTag(sealed.subarray(1 + nonceBytes, headBytes));
  try {
    return Buffer.concat([cipher.update(sealed.subarray(headBytes)), cipher.final()]);
  } catch (cause) {
    throw new Error('This cannot be unsealed: it was changed, or HEADWATER_SECRET is another one now.', { cause });
  }
}

const keyFor = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `headwater ${purpose}`, 32));
