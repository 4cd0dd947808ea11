import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { dnskeyRdata, dsOf, keyTag, listDs, makeSigningKey } from './keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'headwater-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What BIND says the DS of this key is. */
function askBind(domain: string, publicKey: string): string[] {
  const file = join(folder, `${domain}.key`);
  writeFileSync(file, `${domain}. 3600 IN DNSKEY 257 3 13 ${publicKey}\n`);
  const say = (digest: string) => execFileSync('dnssec-dsfromkey', ['-a', digest, '-f', file, domain]).toString();
  return ['SHA-256', 'SHA-384'].map((digest) => say(digest).trim().split(' DS ')[1]!);
}

describe('the DS', () => {
  // RFC 6605 section 6.1.
  test("is that of the standard's example", () => {
    const publicKey = 'GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==';
    expect(keyTag(dnskeyRdata(publicKey))).toBe(55_648);
    expect(dsOf('example.net', publicKey, 2)).toEqual({
      keyTag: 55_648,
      algorithm: 13,
      digestType: 2,
      digest: 'B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17',
    });
  });

  test('is what BIND makes of the same key, for both digests and every new key', () => {
    for (let n = 0; n < 8; n++) {
      const { publicKey } = makeSigningKey();
      expect(listDs('a-long.name.example', publicKey).map(({ text }) => text)).toEqual(
        askBind('a-long.name.example', publicKey),
      );
    }
  });
});

test('BIND signs a zone with the private key, and finds its signatures valid by the public one', () => {
  const { privateKey, publicKey } = makeSigningKey();
  const name = `Kriver.example.+013+${String(keyTag(dnskeyRdata(publicKey))).padStart(5, '0')}`;
  writeFileSync(join(folder, `${name}.key`), `river.example. 3600 IN DNSKEY 257 3 13 ${publicKey}\n`);
  writeFileSync(join(folder, `${name}.private`), privateKey);
  const soa = '@ 3600 IN SOA ns1.example.net. hostmaster 1 10800 3600 604800 300';
  writeFileSync(join(folder, 'zone'), `${soa}\n@ 3600 IN NS ns1.example.net.\n$INCLUDE ${join(folder, name)}.key\n`);
  const sign = ['-z', '-K', folder, '-o', 'river.example', '-f', join(folder, 'signed'), join(folder, 'zone'), name];
  execFileSync('dnssec-signzone', sign, { cwd: folder, stdio: 'pipe' });
  const verify = ['-z', '-o', 'river.example', join(folder, 'signed')];
  const verified = execFileSync('dnssec-verify', verify, { stdio: 'pipe' });
  expect(verified.toString()).toContain('Zone fully signed');
});

test('PowerDNS signs with the key as the one that does everything, and has the same DS', () => {
  const { privateKey, publicKey } = makeSigningKey();
  const [modules] = globSync('/usr/lib/*/pdns');
  const settings = ['launch=lmdb', `lmdb-filename=${join(folder, 'pdns.lmdb')}`, `module-dir=${modules}`];
  writeFileSync(join(folder, 'pdns.conf'), settings.join('\n'));
  writeFileSync(join(folder, 'imported'), privateKey);
  const pdnsutil = (...words: string[]) =>
    execFileSync('pdnsutil', [`--config-dir=${folder}`, ...words], { stdio: 'pipe' }).toString();
  pdnsutil('create-zone', 'river.example', 'ns1.example.net');
  pdnsutil('import-zone-key', 'river.example', join(folder, 'imported'), 'active', 'ksk');
  expect(pdnsutil('show-zone', 'river.example')).toMatch(/\(CSK\), flags = 257, .* algo = 13/);
  const said = pdnsutil('export-zone-ds', 'river.example').matchAll(/ DS (\d+ \d+ \d+ \w+)/g);
  expect(Array.from(said, ([, ds]) => ds!.toUpperCase())).toEqual(
    listDs('river.example', publicKey).map(({ text }) => text),
  );
});

test('the private half that is handed out belongs to the public half beside it', () => {
  const { privateKey, publicKey } = makeSigningKey();
  const [, secret] = /^PrivateKey: (.+)$/m.exec(privateKey) ?? [];
  const [x, y] = [0, 32].map((at) =>
    Buffer.from(publicKey, 'base64')
      .subarray(at, at + 32)
      .toString('base64url'),
  );
  const d = Buffer.from(secret!, 'base64').toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y!, d };
  const derived = createPublicKey(createPrivateKey({ key: jwk, format: 'jwk' })).export({ format: 'jwk' });
  expect({ x: derived.x, y: derived.y }).toEqual({ x, y });
  expect(privateKey.split('\n')).toEqual([
    'Private-key-format: v1.2',
    'Algorithm: 13 (ECDSAP256SHA256)',
    expect.stringMatching(/^PrivateKey: [A-Za-z0-9+/]{43}=$/),
    '',
  ]);
});
