import { z } from 'zod';
import { route, success } from '../lib/route.ts';

/** Addresses of one node that runs: to allow in a firewall. */
export const NodeAddresses = z
  .object({ node: z.string(), addresses: z.array(z.string()) })
  .meta({ id: 'NodeAddresses' });
export type NodeAddresses = z.infer<typeof NodeAddresses>;

export const networkRoutes = {
  getIpRanges: route({
    method: 'GET',
    path: '/ip-ranges',
    summary: "The provider's addresses that reach into your network, from the nodes that run",
    tag: 'Network',
    access: 'caller',
    narrowed: true,
    status: 200,
    reply: success({
      /** Servers that take in and fetch live streams. */
      liveOrigin: z.array(NodeAddresses),
      /** Servers that fetch from origins. */
      originShield: z.array(NodeAddresses),
    }),
  }),
};
