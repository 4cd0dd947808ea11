import { beforeEach, expect, test, vi } from 'vitest';
import { fetchPosts, readPosts } from './feed.ts';

const post = (id: number) => ({
  id,
  date: '',
  link: `https://b.example/${id}`,
  title: { rendered: `P ${id}` },
  more: 1,
});
let asked: Request[] = [];
vi.stubGlobal('window', { location: { origin: 'https://panel.example' } });
vi.stubGlobal('localStorage', { getItem: () => 'hws_secret' });
vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
  asked.push(new Request(url, init));
  return Response.json([1, 2, 3, 4, 5, 6].map(post), { status: url.pathname === '/broken' ? 500 : 200 });
});
beforeEach(() => {
  asked = [];
});
const { signal } = new AbortController();

test('five posts are asked for, and nobody learns who asks', async () => {
  expect(await fetchPosts('https://blog.example/wp-json/wp/v2/posts?categories=3', signal)).toHaveLength(5);
  expect(await fetchPosts('/api/v1/posts/help', signal)).toHaveLength(5);
  expect(asked.map(({ url }) => url)).toEqual([
    'https://blog.example/wp-json/wp/v2/posts?categories=3&per_page=5',
    'https://panel.example/api/v1/posts/help?per_page=5',
  ]);
  for (const request of asked) {
    // A header of our own would also have the other site asked for leave first.
    expect([...request.headers.keys()]).toEqual(['accept']);
    expect(request.credentials).toBe('omit');
  }
});

test('a feed that fails is an error, one that sends something else has no posts', async () => {
  await expect(fetchPosts('/broken', signal)).rejects.toThrow('500');
  expect(readPosts({ code: 'rest_no_route' })).toEqual([]);
  expect(readPosts([null, 'x', { id: 1 }, { ...post(2), title: 'P' }, post(3)])).toEqual([post(3)]);
});
