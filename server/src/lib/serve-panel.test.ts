import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secureHeaders } from './secure-headers.ts';
import { servePanel } from './serve-panel.ts';
import { readLinks } from './web-links.ts';

let folder: string;
let app: FastifyInstance;
const page = (text: string) =>
  `<!doctype html><meta name="nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>${text}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-panel-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, 'index.html'), page('first'));
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'export {}');
  writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), 'as gzip');
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, '.vite/manifest.json'), '{}');
  app = await build(folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

async function build(
  from: string | null,
  { web = readLinks({}), publicUrl = 'http://localhost:3000' } = {},
): Promise<FastifyInstance> {
  const made = Fastify();
  secureHeaders(made, { publicUrl });
  await servePanel(made, from, { web, edgeDomain: 'cdn.example', edgePort: 8080 });
  return made;
}
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const policyOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['content-security-policy']);
const get = (url: string, options: InjectOptions = {}) => app.inject({ url, headers: html, ...options });

describe('the panel’s page', () => {
  test('is sent for every path that a browser opens', async () => {
    for (const url of ['/', '/login', '/1001/zones/http/pull', '/a.b/c', '/apiary', '/%F0%9F%A6%86']) {
      const answer = await get(url);
      expect(answer.statusCode, url).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.body).toContain('first');
    }
  });

  test('is not sent under /api, to programs, or for other methods', async () => {
    const others = [
      get('/api'),
      get('/api/'),
      get('/api?x=1'),
      get('/api/v1/nothing'),
      get('/login', { headers: { accept: 'application/json' } }),
      get('/login', { headers: {} }),
      get('/assets/app-0000.js', { headers: { accept: '*/*' } }),
      get('/login', { method: 'POST' }),
      get('/login', { method: 'DELETE' }),
    ];
    for (const answer of await Promise.all(others)) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ result: 'error', code: 'not_found' });
    }
  });

  test('carries in each answer a nonce of its own, the same in policy and page', async () => {
    const nonces = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { headers, body } = await get('/');
        const [, nonce] = /style-src 'self' 'nonce-([\w+/=]{24})'/.exec(String(headers['content-security-policy']))!;
        expect(body.split(`"${nonce}"`)).toHaveLength(3);
        expect(body).not.toContain('__CSP_NONCE__');
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(10);
  });

  test('may run no inline script, load nothing from elsewhere and stand in no frame', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    const directives = new Map(
      policy.split('; ').map((one) => [one.split(' ')[0]!, one.split(' ').slice(1).join(' ')]),
    );
    expect(directives.get('default-src')).toBe("'none'");
    expect(directives.get('script-src')).toBe("'self'");
    // Streams are played from the edges, and from nowhere else.
    const edges = 'http://*.cdn.example:8080';
    expect(directives.get('connect-src')).toBe(`'self' ${edges}`);
    expect(directives.get('media-src')).toBe(`'self' blob: ${edges}`);
    expect(directives.get('worker-src')).toBe("'self'");
    expect(directives.get('frame-ancestors')).toBe("'none'");
    expect(directives.get('frame-src')).toBe("'none'");
    expect(directives.get('base-uri')).toBe("'none'");
    expect(directives.get('form-action')).toBe("'self'");
    expect(policy.replaceAll(edges, '')).not.toMatch(/unsafe-eval|\*|https?:/);
    expect(directives.get('style-src')).not.toContain('unsafe-inline');
  });

  test('may reach what of the provider’s stands elsewhere, each in its own way', async () => {
    const web = readLinks({
      HEADWATER_BLOG_FEED_URL: 'https://blog.example/wp-json/wp/v2/posts?categories=3;x',
      HEADWATER_HELP_FEED_URL: 'https://blog.example/wp-json/wp/v2/help',
      HEADWATER_LINK_SUPPORT: 'https://support.example',
      HEADWATER_LEGACY_URL: 'https://old.example:8080/cp/login.php',
      HEADWATER_FEEDBACK_SCRIPT: 'https://widget.example/w.js?a=b; script-src *',
    });
    const own = await build(folder, { web });
    const { headers } = await own.inject({ url: '/', headers: html });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(
      "; connect-src 'self' https://blog.example https://widget.example http://*.cdn.example:8080;",
    );
    expect(policy).toContain("; form-action 'self' https://old.example:8080;");
    // The widget is its script, and what that shows and asks for.
    expect(policy).toContain("; script-src 'self' https://widget.example;");
    expect(policy).toMatch(/; style-src 'self' 'nonce-[\w+/=]{24}' https:\/\/widget\.example;/);
    expect(policy).toContain("; img-src 'self' data: https://widget.example;");
    expect(policy).toContain("; font-src 'self' https://widget.example;");
    expect(policy).toContain('; frame-src https://widget.example;');
    expect(policy.replaceAll('http://*.cdn.example:8080', '')).not.toMatch(/support|\*|[?]|wp-json/);
    expect(policy.split('; ')).toHaveLength(policyOf(await get('/')).split('; ').length);
    await own.close();
  });

  test('is the new one as soon as a build has replaced it', async () => {
    const from = mkdtempSync(join(tmpdir(), 'headwater-panel-'));
    const file = join(from, 'index.html');
    writeFileSync(file, page('first'));
    const own = await build(from);
    expect((await own.inject({ url: '/' })).body).toContain('first');
    writeFileSync(file, page('second'));
    utimesSync(file, new Date(), new Date(Date.now() + 5000));
    expect((await own.inject({ url: '/' })).body).toContain('second');
    await own.close();
    rmSync(from, { recursive: true });
  });
});

describe('the panel’s files', () => {
  test('that are named by their content are kept for ever, others are asked for again', async () => {
    const asset = await get('/assets/app-1a2b.js');
    expect(asset.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' });
    expect(asset.headers['content-type']).toMatch(/javascript/);
    const icon = await get('/favicon.svg');
    expect(icon.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' });
  });

  test('are sent compressed to those who take it', async () => {
    const answer = await get('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.body).toBe('as gzip');
  });

  test.each([
    '/index.html',
    '/.vite/manifest.json',
    '/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
  ])('%s is none of them', async (url) => {
    const answer = await get(url, { headers: { accept: '*/*' } });
    expect(answer.statusCode).toBe(404);
  });
});

test('every answer has the security headers, of a page, a file and an error alike', async () => {
  for (const url of ['/', '/favicon.svg', '/api/none']) {
    expect((await get(url)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    });
  }
});

test('browsers are held to HTTPS where the panel is reached by it, and only there', async () => {
  const own = await build(folder, { publicUrl: 'https://panel.example' });
  for (const url of ['/', '/favicon.svg', '/api/none']) {
    const { headers } = await own.inject({ url, headers: html });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await get(url)).headers).not.toHaveProperty('strict-transport-security');
  }
  await own.close();
});

test('without a built panel every page is a plain 404', async () => {
  for (const from of [null, join(tmpdir(), 'headwater-no-such-folder')]) {
    const own = await build(from);
    const answer = await own.inject({ url: '/', headers: html });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found', message: 'There is nothing here.' });
    await own.close();
  }
});
