import { version } from '@headwater/contract/lib/messages';
import { systemRoutes } from '@headwater/contract/system/routes';
import type { Feature } from '../../lib/feature.ts';
import { demoSignIn } from '../../lib/product.ts';
import { serve } from '../../lib/serve.ts';
import { EventHub } from './events.ts';
import { readHealth } from './health.ts';

export const serveSystem: Feature = ({ app, authenticate, database, listener, settings }) => {
  serve(app, authenticate, systemRoutes, {
    async getHealth() {
      return { version, roles: await readHealth(database) };
    },

    async getSettings() {
      return {
        providerName: settings.providerName,
        edgeDomain: settings.edgeDomain,
        demo: settings.demoOrigin ? demoSignIn : null,
      };
    },
  });

  const hub = new EventHub(listener);
  app.addHook('preClose', async () => hub.close());
  // Not of the contract: what it answers is a stream, which no reply schema describes.
  app.get('/events', {
    config: { access: 'session', operationId: 'streamEvents' },
    schema: { hide: true },
    onRequest: async (request) => {
      request.who = await authenticate.session(request);
    },
    handler: async (request, reply) => {
      if (request.who) hub.open(request.who, request, reply, () => authenticate.session(request));
      return reply;
    },
  });
};
