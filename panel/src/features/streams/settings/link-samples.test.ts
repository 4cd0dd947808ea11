import { expect, test } from 'vitest';
import { linkSamples } from './link-samples.ts';

const host = 'https://live-7.cdn.example';
const secret = 'a-secret-of-the-customer';

/** Runs the sample as a module whose environment is given. */
async function runNode(code: string): Promise<string> {
  const source = `const process = { env: { STREAM_SECRET: ${JSON.stringify(secret)} } };\n${code}\nexport default link;`;
  return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`)).default;
}

/** As the contract for edges says it, by the browser's own cryptography. */
async function sign(text: string): Promise<string> {
  const bytes = new TextEncoder();
  const how = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), how, false, ['sign']);
  const digest = await crypto.subtle.sign('HMAC', key, bytes.encode(text));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

test('the sample for Node signs a link as edges check it', async () => {
  const [sample] = linkSamples({ host, directory: '/news/', bindIp: false });
  const link = await runNode(sample?.code ?? '');
  const [, expires = '', token] =
    /^https:\/\/live-7\.cdn\.example\/news\/~(\d+)\.([\w-]{43})\/index\.m3u8$/.exec(link) ?? [];
  expect(Number(expires) - Date.now() / 1000).toBeGreaterThan(3500);
  expect(token).toBe(await sign(`/news/\n${expires}\n`));
});

test('a visitor who comes by IPv4 to a site that listens for IPv6 as well gets a link for the address that edges see', async () => {
  const samples = linkSamples({ host, directory: '/news/', bindIp: true });
  for (const { code } of samples) expect(code).toMatch(/address = .*(request|\$_SERVER).*/);
  const request = `const request = { socket: { remoteAddress: '::ffff:203.0.113.7' } };\n`;
  const link = await runNode(request + samples[0]?.code);
  const [, expires = '', token] = /~(\d+)\.([\w-]{43})/.exec(link) ?? [];
  expect(token).toBe(await sign(`/news/\n${expires}\n203.0.113.7`));
});
