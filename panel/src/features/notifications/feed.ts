import type { Post } from '@headwater/contract/posts/routes';
import { headersOf } from '../../lib/call.ts';

export const postsShown = 5;

/** The newest posts of a feed in the shape of WordPress' API, on this site or another: none gets to see who asks. */
export async function fetchPosts(feed: string, signal: AbortSignal): Promise<Post[]> {
  const url = new URL(feed, window.location.origin);
  url.searchParams.set('per_page', String(postsShown));
  const headers = headersOf({ 'Ignore-Interceptor': 'True' });
  const response = await fetch(url, { headers, signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) throw new Error(`The feed answered ${response.status}`);
  return readPosts(await response.json());
}

/** What of an answer has the shape of posts. */
export const readPosts = (answer: unknown): Post[] =>
  Array.isArray(answer) ? answer.filter(isPost).slice(0, postsShown) : [];

function isPost(value: unknown): value is Post {
  const { id, link, title } = (value ?? {}) as Partial<Post>;
  return Number.isInteger(id) && typeof link === 'string' && typeof title?.rendered === 'string';
}
