import { nodeRoutes } from '@headwater/contract/nodes/routes';
import type { Serve } from '../../lib/feature.ts';
import { limitedAddress, takeAttempts } from '../../lib/limits.ts';
import { serve } from '../../lib/serve.ts';
import { recordDnsUsage, recordUsage } from '../usage/index.ts';
import { joinNode } from './credentials.ts';
import { followFeed } from './feed.ts';
import { listFollowed } from './followed.ts';
import { openDocuments } from './open-documents.ts';
import { recordReport } from './report.ts';

export const serveNodes: Serve = (deps) => {
  const { database, listener } = deps;
  const followed = listFollowed(deps.features);
  const open = openDocuments(followed, deps.settings, (key, err) =>
    deps.app.log.error({ err }, `The document ${key} cannot be opened for its nodes`),
  );
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
      return followFeed({ database, listener, followed, open }, who.kind, query, query.waitSeconds, gone.signal);
    },

    async reportNode({ who, body }) {
      return { state: await recordReport(deps, followed, who, body) };
    },

    async reportUsage({ who, body }) {
      return { counted: await recordUsage(database, who.nodeId, body) };
    },

    async reportDnsUsage({ who, body }) {
      return { counted: await recordDnsUsage(database, who, body) };
    },
  });
};
