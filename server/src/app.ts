import { randomUUID } from 'node:crypto';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { authenticateBy } from './authenticate.ts';
import { loadFeatures } from './features.ts';
import { answer, answerErrors, answerUnreadable } from './lib/answer-errors.ts';
import type { Deps } from './lib/feature.ts';
import { describeApi } from './lib/openapi.ts';
import { Problem } from './lib/problem.ts';
import { RateLimiter } from './lib/rate-limits.ts';
import { secureHeaders } from './lib/secure-headers.ts';
import { servePanel } from './lib/serve-panel.ts';

export type AppDeps = Omit<Deps, 'app' | 'authenticate' | 'features' | 'limiter'> & {
  /** The built panel; null serves the API alone. */
  panelFolder: string | null;
  logLevel?: 'silent' | 'warn' | 'info';
  /** Sees the app before it has any route. */
  observe?: (app: FastifyInstance) => void;
};

/** The whole HTTP application, without a port of its own. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    logger: deps.logLevel === 'silent' ? false : { level: deps.logLevel ?? 'info' },
    logController: new LogController({ disableRequestLogging: true }),
    // One proxy, the operator's own: what stands further left in X-Forwarded-For a client may have written.
    trustProxy: deps.settings.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    genReqId: () => randomUUID(),
    // A browser's event stream and a node's long poll stay open; they are closed with the app.
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: answerUnreadable,
  });
  deps.observe?.(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // JSON is all that any route reads.
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('who', null);
  app.decorateRequest('node', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  secureHeaders(app, deps.settings);
  answerErrors(app);

  const features = await loadFeatures();
  await app.register(
    async (api) => {
      await api.register(swagger, {
        openapi: describeApi(deps.settings),
        transform: jsonSchemaTransform,
        transformObject: jsonSchemaTransformObject,
      });
      api.addHook('onSend', async (_request, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      });
      const limiter = new RateLimiter(deps.database.ownerPool, deps.settings.requestsPerMinute);
      const authenticate = authenticateBy({ ...deps, features, limiter });
      for (const { serve } of features) serve?.({ ...deps, app: api, authenticate, features, limiter });
      api.setNotFoundHandler((request, reply) =>
        answer(request, reply, new Problem('not_found', 'There is no such route.')),
      );
    },
    { prefix: '/api/v1' },
  );
  for (const { pages } of features) pages?.({ app, settings: deps.settings });
  await servePanel(app, deps.panelFolder, deps.settings);
  return app;
}
