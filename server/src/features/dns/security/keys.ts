import { createHash, generateKeyPairSync } from 'node:crypto';
import type { Ds } from '@headwater/contract/dns/security-routes';

/** ECDSAP256SHA256, RFC 6605: short signatures, and every validator knows it. */
export const algorithm = 13;
/** Zone key and secure entry point: one key signs everything. */
export const flags = 257;
export const protocol = 3;
/** SHA-256 and SHA-384: SHA-1 must not be used any more (RFC 8624). */
const digests = { 2: 'sha256', 4: 'sha384' } as const;

/** @returns the private key as BIND and PowerDNS write it, and the public one as DNSKEY has it, in base64. */
export function makeSigningKey(): { privateKey: string; publicKey: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { d, x, y } = privateKey.export({ format: 'jwk' }) as { d: string; x: string; y: string };
  const secret = Buffer.from(d, 'base64url').toString('base64');
  return {
    privateKey: `Private-key-format: v1.2\nAlgorithm: ${algorithm} (ECDSAP256SHA256)\nPrivateKey: ${secret}\n`,
    publicKey: Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64'),
  };
}

/** RFC 4034 section 2.1. */
export const dnskeyRdata = (publicKey: string): Buffer =>
  Buffer.concat([Buffer.of(flags >> 8, flags & 255, protocol, algorithm), Buffer.from(publicKey, 'base64')]);

/** RFC 4034 appendix B. */
export function keyTag(rdata: Buffer): number {
  let sum = 0;
  for (const [index, byte] of rdata.entries()) sum += index % 2 === 0 ? byte << 8 : byte;
  return (sum + ((sum >> 16) & 0xffff)) & 0xffff;
}

/** RFC 4034 section 5.1.4: the digest of the owner's name in wire format and the key. */
export function dsOf(domain: string, publicKey: string, digestType: keyof typeof digests): Ds {
  const rdata = dnskeyRdata(publicKey);
  const digest = createHash(digests[digestType]).update(wireName(domain)).update(rdata).digest('hex').toUpperCase();
  return { keyTag: keyTag(rdata), algorithm, digestType, digest };
}

/** With both digests, and as a zone file has it: `11222 13 2 A1B2…`. */
export const listDs = (domain: string, publicKey: string) =>
  ([2, 4] as const).map((type) => {
    const ds = dsOf(domain, publicKey, type);
    return { ...ds, text: `${ds.keyTag} ${ds.algorithm} ${ds.digestType} ${ds.digest}` };
  });

const wireName = (domain: string): Buffer =>
  Buffer.concat([
    ...domain.split('.').map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label, 'ascii')])),
    Buffer.of(0),
  ]);
