import { nodeRoutes } from '@headwater/contract/nodes/routes';
import type { Serve } from '../../lib/feature.ts';
import { limitedAddress, takeAttempts } from '../../lib/limits.ts';
import { serve } from '../../lib/serve.ts';
import { recordUsage } from '../usage/index.ts';
import { joinNode } from './credentials.ts';
import { followFeed } from './feed.ts';
import { recordReport } from './report.ts';

export const serveNodes: Serve = (deps) => {
  const { database, listener } = deps;
  serve(deps, nodeRoutes, {
    async joinNode({ body, request }) {
      const limit = { attempts: 20, windowSeconds: 60 };
      await takeAttempts(database.ownerPool, [{ subject: `join address ${limitedAddress(request.ip)}`, limit }]);
      return { ...(await joinNode(database, body.token)) };
    },

    async followFeed({ who, query, reply }) {
      const gone = new AbortController();
      // Of the answer and not of the connection, which a node uses for every question it asks.
      reply.raw.once('close', () => gone.abort());
      return followFeed({ database, listener }, who.kind, query, query.waitSeconds, gone.signal);
    },

    async reportNode({ who, body }) {
      return { state: await recordReport(database, who, body) };
    },

    async reportUsage({ who, body }) {
      return { counted: await recordUsage(database, who.nodeId, body) };
    },
  });
};
