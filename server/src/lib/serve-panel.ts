import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answer } from './answer-errors.ts';
import { Problem } from './problem.ts';
import { edgeSource, panelPolicy } from './secure-headers.ts';
import type { Settings } from './settings.ts';

/**
 * Serves the built panel: its files as they are (those under /assets are named by their content and never change), and
 * its page for every path that a browser opens. Whether a path exists is for the panel to say.
 */
export async function servePanel(
  app: FastifyInstance,
  folder: string | null,
  settings: Pick<Settings, 'web' | 'edgeDomain' | 'edgePort'>,
): Promise<void> {
  const edges = edgeSource(settings);
  const noPage = async (request: FastifyRequest, reply: FastifyReply) =>
    answer(request, reply, new Problem('not_found', 'There is nothing here.'));
  if (!folder || !existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler(noPage);
    return;
  }
  const page = cachePage(join(folder, 'index.html'));
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    // Looked up when asked for: a new build may take the place of the one that was there at the start.
    wildcard: true,
    allowedPath: (path) => !/^\/(index\.html|\.vite)/.test(path),
    cacheControl: false,
    setHeaders: (reply, path) => {
      const forever = path.includes('/assets/');
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const sendPage = async (_request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers({ 'content-security-policy': panelPolicy(nonce, edges, settings.web), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send((await page()).replaceAll('__CSP_NONCE__', nonce));
  };
  app.get('/', { schema: { hide: true } }, sendPage);
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = /^(GET|HEAD)$/.test(request.method) && (request.headers.accept ?? '').includes('text/html');
    return wantsPage && !/^\/api([/?]|$)/.test(request.url) ? sendPage(request, reply) : noPage(request, reply);
  });
}

/** The page, read again when a new build has replaced it. */
function cachePage(file: string): () => Promise<string> {
  let text = '';
  let builtAtMs = 0;
  return async () => {
    const { mtimeMs } = await stat(file);
    if (mtimeMs !== builtAtMs) {
      text = await readFile(file, 'utf8');
      builtAtMs = mtimeMs;
    }
    return text;
  };
}
