import { version } from '@headwater/contract/lib/messages';
import { systemRoutes } from '@headwater/contract/system/routes';
import type { OpenAPIV3_1 } from 'openapi-types';
import { demoSignIn } from '../../lib/demo-sign-in.ts';
import type { Serve } from '../../lib/feature.ts';
import { finishDescription } from '../../lib/openapi.ts';
import { serve } from '../../lib/serve.ts';
import { EventHub } from './events.ts';
import { readHealth } from './health.ts';

export const serveSystem: Serve = (deps) => {
  const { app, authenticate, database, listener, settings } = deps;
  const topics = new Map(deps.features.flatMap((feature) => Object.entries(feature.topics ?? {})));
  const hub = new EventHub(listener, topics);
  app.addHook('preClose', async () => hub.close());
  // Before anything is read for the answer: with it a browser hears of what changes from then on, whenever it connects.
  app.addHook('preHandler', async (request, reply) => {
    if (request.who) reply.header('last-event-id', hub.lastId());
  });

  serve(deps, systemRoutes, {
    async getHealth() {
      return { version, roles: await readHealth(database) };
    },

    async getSettings() {
      return {
        providerName: settings.providerName,
        edgeDomain: settings.edgeDomain,
        demo: settings.demoOrigin ? demoSignIn : null,
        ...settings.web,
      };
    },

    async streamEvents({ who, request, reply }) {
      hub.open(who, request, reply, () => authenticate.caller(request));
      return reply;
    },

    async describeApi({ reply }) {
      return reply
        .type('application/json; charset=utf-8')
        .send(finishDescription(app.swagger() as OpenAPIV3_1.Document));
    },
  });
};
