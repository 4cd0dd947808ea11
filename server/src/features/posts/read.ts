import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PostKind } from '@headwater/contract/posts/routes';
import { Marked } from 'marked';
import type { z } from 'zod';
import { escapeHtml } from '../../lib/escape-html.ts';

export const postKinds = PostKind.options;
export type Kind = z.infer<typeof PostKind>;
export type StoredPost = { id: number; slug: string; title: string; day: string; html: string };

const folder = join(import.meta.dirname, '../../../posts');
// Posts are Markdown alone: HTML in one stands there as text.
const marked = new Marked({ renderer: { html: ({ text }) => escapeHtml(text) } });

const postsOf = (kind: Kind) =>
  readdirSync(join(folder, kind))
    .filter((file) => file.endsWith('.md'))
    .map((file) => readPost(file, readFileSync(join(folder, kind, file), 'utf8')))
    .toSorted((a, b) => b.day.localeCompare(a.day) || a.id - b.id);

/** A file `NN-slug.md`: `# Title`, an empty line, the day, then what the post says. */
export function readPost(file: string, text: string): StoredPost {
  const [, id, slug] = /^(\d+)-([a-z0-9-]+)\.md$/.exec(file) ?? [];
  const [, title, day, body] = /^# (.+)\n\n(\d{4}-\d{2}-\d{2})\n\n([\s\S]+)$/.exec(text) ?? [];
  if (!id || !slug || !title || !day || !body) throw new Error(`posts/${file} is not in the form of a post`);
  return { id: Number(id), slug, title, day, html: marked.parse(body, { async: false }) };
}

/** The provider's own posts, newest first; those of one day in the order of their numbers. Read once. */
export const posts: Record<Kind, StoredPost[]> = { blog: postsOf('blog'), help: postsOf('help') };
