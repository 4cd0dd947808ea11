import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A key of its own for one purpose, derived from the installation's secret. */
export const deriveKey = (secret: string, purpose: string) =>
  createHmac('sha256', secret).update(`headwater ${purpose}`).digest('hex');

/** 256 random bits as text, with a prefix that says what it opens. Shown once; only its hash is kept. */
export const newToken = (prefix: string) => `${prefix}_${randomBytes(32).toString('base64url')}`;

/** What is kept of a token. Tokens have 256 bits of entropy, so a plain hash resists guessing. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest();

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A random id of 80 bits in 16 characters that nobody confuses when reading aloud. */
export const newId = () => Array.from(randomBytes(16), (byte) => alphabet[byte & 31]).join('');
