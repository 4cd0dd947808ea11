import type { FastifyReply } from 'fastify';
import type { Feature } from '../../lib/feature.ts';
import { listPage, missingPage, pagePolicy, postPage } from './page.ts';
import { postKinds, posts } from './read.ts';

/** The posts as pages for everybody: `/blog`, `/blog/<slug>`, and the same of help. */
export const servePostPages: NonNullable<Feature['pages']> = ({ app, settings }) => {
  const site = settings.providerName;
  const headers = { 'content-security-policy': pagePolicy, 'cache-control': 'public, max-age=300' };
  const send = (reply: FastifyReply, page: string) =>
    reply.headers(headers).type('text/html; charset=utf-8').send(page);
  const options = { schema: { hide: true }, config: { access: 'public' as const } };

  for (const kind of postKinds) {
    for (const path of [`/${kind}`, `/${kind}/`]) {
      app.get(path, options, (_request, reply) => send(reply, listPage(site, kind, posts[kind])));
    }
    app.get<{ Params: { slug: string } }>(`/${kind}/:slug`, options, (request, reply) => {
      const post = posts[kind].find(({ slug }) => slug === request.params.slug);
      return post ? send(reply, postPage(site, kind, post)) : send(reply.code(404), missingPage(site, kind));
    });
  }
};
