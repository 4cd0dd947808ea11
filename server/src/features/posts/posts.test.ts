import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { secureHeaders } from '../../lib/secure-headers.ts';
import { servePanel } from '../../lib/serve-panel.ts';
import { useWorld } from '../../testing/index.ts';
import { postPage } from './page.ts';
import { servePostPages } from './pages.ts';
import { posts, readPost } from './read.ts';

const world = useWorld({
  HEADWATER_PUBLIC_URL: 'https://panel.riverside.example/',
  HEADWATER_PROVIDER_NAME: 'Riverside <CDN>',
});
const get = (url: string) => world.app.inject({ url, headers: { accept: 'text/html' } });

describe('the list of posts', () => {
  test.each(['blog', 'help'])('of %s has WordPress’ shape, newest first, as many as asked for', async (kind) => {
    const { status, body } = await world.ask(null, 'GET', `/posts/${kind}?per_page=2`);
    expect(status).toBe(200);
    expect(body).toHaveLength(2);
    for (const post of body) {
      expect(post).toEqual({
        id: expect.any(Number),
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
        link: expect.stringMatching(new RegExp(`^https://panel\\.riverside\\.example/${kind}/[a-z0-9-]+$`)),
        title: { rendered: expect.stringMatching(/^[^<>]+$/) },
      });
    }
    expect(body[0].date >= body[1].date).toBe(true);
    const all = (await world.ask(null, 'GET', `/posts/${kind}`)).body;
    expect(all).toHaveLength(posts[kind as 'blog'].length);
    expect(new Set(all.map(({ id }: { id: number }) => id)).size).toBe(all.length);
  });

  test('knows no other kind, and no page of nothing', async () => {
    expect((await world.ask(null, 'GET', '/posts/news')).status).toBe(400);
    expect((await world.ask(null, 'GET', '/posts/blog?per_page=0')).status).toBe(400);
    expect((await world.ask(null, 'GET', '/posts/blog?per_page=101')).status).toBe(400);
  });
});

describe('a page', () => {
  const paths = (['blog', 'help'] as const).flatMap((kind) => [
    `/${kind}`,
    ...posts[kind].map(({ slug }) => `/${kind}/${slug}`),
  ]);

  test.each(paths)('%s is shown to everybody, with text and its one style and nothing else', async (path) => {
    const { statusCode, headers, body } = await get(path);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const style = /<style>([\s\S]*?)<\/style>/.exec(body)![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}';`);
    expect(body).not.toMatch(/<script|\sstyle=|\son\w+=|<img|javascript:/i);
    expect(body).toContain('Riverside &lt;CDN&gt;');
    expect(body).toContain('href="/home"');
  });

  test('leads to pages that exist', async () => {
    const links = new Set<string>();
    for (const path of paths) {
      for (const [, to] of (await get(path)).body.matchAll(/<a [^>]*href="([^"]*)"/g)) links.add(to!);
    }
    const own = [...links].filter((to) => /^\/(blog|help)/.test(to));
    expect(own.length).toBeGreaterThanOrEqual(paths.length);
    for (const to of own) expect((await get(to)).statusCode, to).toBe(200);
    expect([...links].filter((to) => !own.includes(to)).toSorted()).toEqual(['/', '/home']);
  });

  test('that is not there says so, and leads on', async () => {
    for (const path of ['/blog/none', '/help/%3Cscript%3E']) {
      const { statusCode, headers, body } = await get(path);
      expect(statusCode).toBe(404);
      expect(headers['content-type']).toContain('text/html');
      expect(body).toContain('There is no such page');
      expect(body).not.toContain('<script>');
    }
  });

  test('stands beside the panel’s, which keeps every other path', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'headwater-posts-'));
    writeFileSync(join(folder, 'index.html'), 'another page');
    const app = Fastify();
    secureHeaders(app, world.settings);
    servePostPages({ app, settings: world.settings });
    await servePanel(app, folder, world.settings);
    const bodyOf = async (url: string) => (await app.inject({ url, headers: { accept: 'text/html' } })).body;
    for (const url of ['/blog', '/blog/', '/help', `/help/${posts.help[0]!.slug}`]) {
      expect(await bodyOf(url), url).not.toContain('another page');
    }
    for (const url of ['/', '/home', '/blogs', '/helpful', '/1001/help'])
      expect(await bodyOf(url)).toBe('another page');
    await app.close();
    rmSync(folder, { recursive: true });
  });
});

describe('a post', () => {
  test('is Markdown, in which HTML is text', () => {
    const post = readPost(
      '07-a-b.md',
      '# A & <b>\n\n2026-01-31\n\nText <script>alert(1)</script> **bold**\n\n<img src=x>\n',
    );
    expect(post).toMatchObject({ id: 7, slug: 'a-b', title: 'A & <b>', day: '2026-01-31' });
    const page = postPage('Us', 'blog', post);
    expect(page).toContain('<h1>A &amp; &lt;b&gt;</h1><time datetime="2026-01-31">31 January 2026</time>');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; <strong>bold</strong>');
    expect(page).not.toMatch(/<script|<img/);
  });

  test.each([
    ['x.md', '# T\n\n2026-01-31\n\nText'],
    ['01-a.md', 'T\n\n2026-01-31\n\nText'],
    ['01-a.md', '# T\n\nText'],
    ['01-a.md', '# T\n\n2026-01-31\n'],
  ])('in another form is refused by its file’s name: %s %j', (file, text) => {
    expect(() => readPost(file, text)).toThrow(`posts/${file}`);
  });
});
