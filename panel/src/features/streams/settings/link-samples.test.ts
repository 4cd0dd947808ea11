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

test('samples take the address of the visitor where links are bound to it', () => {
  const bound = linkSamples({ host, directory: '/news/', bindIp: true }).map(({ code }) => code);
  for (const code of bound) expect(code).toMatch(/address = (request|\$_SERVER)/);
});
