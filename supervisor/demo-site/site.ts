import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { drawValley } from './picture.ts';

type Page = { type: string; body: Buffer; maxAgeSeconds: number };

/** A small site such as a customer would put behind a zone: a page, a style sheet, pictures and an endpoint. */
export function createDemoSite(): Server {
  const pages = loadPages();
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://origin');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer(response, 405, { type: 'text/plain', body: Buffer.from('GET or HEAD only\n'), maxAgeSeconds: 0 });
    }
    if (pathname === '/api/time') {
      const body = Buffer.from(`${JSON.stringify({ now: new Date().toISOString(), servedBy: 'origin' })}\n`);
      return answer(response, 200, { type: 'application/json', body, maxAgeSeconds: 2 });
    }
    const page = pages.get(pathname);
    if (!page) {
      return answer(response, 404, { type: 'text/plain', body: Buffer.from('Not here\n'), maxAgeSeconds: 10 });
    }
    const tag = `"${createHash('sha1').update(page.body).digest('hex').slice(0, 16)}"`;
    response.setHeader('etag', tag);
    if (request.headers['if-none-match'] === tag) return answer(response, 304, { ...page, body: Buffer.alloc(0) });
    answer(response, 200, page);
  });
}

function answer(response: ServerResponse, status: number, page: Page): void {
  response.writeHead(status, {
    'cache-control': page.maxAgeSeconds > 0 ? `public, max-age=${page.maxAgeSeconds}` : 'no-store',
    ...(status === 304 ? {} : { 'content-type': page.type, 'content-length': page.body.length }),
  });
  response.end(response.req.method === 'HEAD' || status === 304 ? undefined : page.body);
}

function loadPages(): Map<string, Page> {
  const file = (name: string) => readFileSync(join(import.meta.dirname, name));
  const html: Page = { type: 'text/html; charset=utf-8', body: file('index.html'), maxAgeSeconds: 60 };
  return new Map([
    ['/', html],
    ['/index.html', html],
    ['/style.css', { type: 'text/css; charset=utf-8', body: file('style.css'), maxAgeSeconds: 3600 }],
    ['/clock.js', { type: 'text/javascript; charset=utf-8', body: file('clock.js'), maxAgeSeconds: 3600 }],
    ['/spring.svg', { type: 'image/svg+xml', body: file('spring.svg'), maxAgeSeconds: 86_400 }],
    ['/valley.png', { type: 'image/png', body: drawValley(), maxAgeSeconds: 86_400 }],
  ]);
}
