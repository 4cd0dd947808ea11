import { downloadRoutes } from '@headwater/contract/downloads/routes';
import { holds } from '../../lib/admit.ts';
import type { Serve } from '../../lib/feature.ts';
import { Problem } from '../../lib/problem.ts';
import { serve } from '../../lib/serve.ts';
import { sendFile } from './send-file.ts';
import { readTicket } from './tickets.ts';

export const serveDownloads: Serve = (deps) => {
  const sources = new Map(deps.features.flatMap(({ downloads = {} }) => Object.entries(downloads)));
  serve(deps, downloadRoutes, {
    async download({ params, request, reply }) {
      const ticket = await readTicket(deps, request, params.ticket);
      const source = ticket && sources.get(ticket.kind);
      // One answer for all: nobody learns whether there ever was such a ticket.
      if (!source || !holds(ticket.who, source.access)) {
        throw new Problem('not_found', 'This link has expired. Start the download again.');
      }
      return sendFile(request, reply, await source.open(deps, ticket.who, ticket.params));
    },
  });
};
