import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '../../lib/escape-html.ts';
import type { Kind, StoredPost } from './read.ts';

const style = readFileSync(join(import.meta.dirname, '../../../posts/page.css'), 'utf8');
const styleHash = createHash('sha256').update(style).digest('base64');

/** Text and this one style: the pages have nothing else. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const names: Record<Kind, string> = { blog: 'Blog', help: 'Help Center' };
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const time = ({ day }: StoredPost) => `<time datetime="${day}">${days.format(new Date(day))}</time>`;

export function listPage(site: string, kind: Kind, posts: StoredPost[]): string {
  const items = posts.map(
    (post) => `<li><a href="/${kind}/${post.slug}">${escapeHtml(post.title)}</a>${time(post)}</li>`,
  );
  return page(site, kind, names[kind], `<h1>${names[kind]}</h1><ul class="posts">${items.join('')}</ul>`);
}

export function postPage(site: string, kind: Kind, post: StoredPost): string {
  const head = `<p class="up"><a href="/${kind}">${names[kind]}</a></p><h1>${escapeHtml(post.title)}</h1>${time(post)}`;
  return page(site, kind, post.title, `<article>${head}${post.html}</article>`);
}

export const missingPage = (site: string, kind: Kind): string =>
  page(
    site,
    kind,
    'Not found',
    `<h1>There is no such page</h1><p>It may have been renamed. <a href="/${kind}">See all of ${names[kind]}</a>.</p>`,
  );

const page = (site: string, kind: Kind, title: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · ${escapeHtml(site)}</title>
<link rel="icon" href="/favicon.svg">
<style>${style}</style>
</head>
<body>
<header>
<a class="site" href="/">${escapeHtml(site)}</a>
<nav aria-label="Pages">${(Object.keys(names) as Kind[]).map((one) => tab(one, one === kind)).join('')}</nav>
<a class="panel" href="/home">Back to the panel</a>
</header>
<main>${main}</main>
</body>
</html>
`;

const tab = (kind: Kind, current: boolean) =>
  `<a href="/${kind}"${current ? ' aria-current="true"' : ''}>${names[kind]}</a>`;
