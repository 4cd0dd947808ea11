import { type Post, postRoutes } from '@headwater/contract/posts/routes';
import { escapeHtml } from '../../lib/escape-html.ts';
import type { Serve } from '../../lib/feature.ts';
import { serve } from '../../lib/serve.ts';
import { posts } from './read.ts';

export const servePosts: Serve = (deps) => {
  const { publicUrl } = deps.settings;
  serve(deps, postRoutes, {
    async listPosts({ params: { kind }, query, reply }) {
      const listed = posts[kind].slice(0, query.per_page).map(
        ({ id, slug, title, day }): Post => ({
          id,
          date: `${day}T00:00:00`,
          link: new URL(`/${kind}/${slug}`, publicUrl).href,
          title: { rendered: escapeHtml(title) },
        }),
      );
      return reply.header('cache-control', 'public, max-age=300').send(listed);
    },
  });
};
