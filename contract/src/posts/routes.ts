import { z } from 'zod';
import { route } from '../lib/route.ts';

export const PostKind = z.enum(['blog', 'help']);

/** A post in the shape of WordPress' REST API (`/wp/v2/posts`), as far as the panel reads it. */
export const Post = z.object({
  id: z.number().int(),
  date: z.string(),
  link: z.string(),
  title: z.object({ rendered: z.string() }),
});
export type Post = z.infer<typeof Post>;

export const postRoutes = {
  listPosts: route({
    method: 'GET',
    path: '/posts/:kind',
    summary: "The provider's own posts, newest first, in the shape of WordPress' API: an array without envelope",
    tag: 'Posts',
    access: 'public',
    params: z.object({ kind: PostKind }),
    query: z.object({ per_page: z.coerce.number<number>().int().min(1).max(100).default(10) }),
    status: 200,
    reply: z.array(Post),
    sends: 'application/json',
  }),
};
