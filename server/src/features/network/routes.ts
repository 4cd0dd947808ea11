import { networkRoutes } from '@headwater/contract/network/routes';
import type { Tx } from '../../lib/db.ts';
import type { Serve } from '../../lib/feature.ts';
import { serve } from '../../lib/serve.ts';
import { tidyAddresses } from './addresses.ts';

type Reaching = { kind: string; name: string; addresses: string[] };

export const serveNetwork: Serve = (deps) => {
  serve(deps, networkRoutes, {
    async getIpRanges({ who }) {
      const nodes = await deps.database.readAsCustomer(who.customerId, listReachingNodes);
      const ofKind = (kind: string) =>
        nodes
          .filter((node) => node.kind === kind)
          .map(({ name, addresses }) => ({ node: name, addresses: tidyAddresses(addresses) }));
      return { liveOrigin: ofKind('live'), originShield: ofKind('edge') };
    },
  });
};

/** Nodes in service, whether present or away: one that comes back reaches out from the same addresses. */
const listReachingNodes = (tx: Tx) =>
  tx.named<Reaching>(
    'list-reaching-nodes',
    `select kind, name, addresses from nodes where state = 'in_service' order by name`,
    [],
  );
