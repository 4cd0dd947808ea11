import { networkInterfaces } from 'node:os';

/** What a node that fetches what customers name must not fetch from. */
export type FetchRules = {
  allowPrivate: boolean;
  /** Addresses of the provider's own nodes, this one too: it would fetch from itself without end. */
  ownAddresses: string[];
};

export const readFetchRules = (env: NodeJS.ProcessEnv): FetchRules => ({
  allowPrivate: ['1', 'true', 'yes', 'on'].includes((env.HEADWATER_ALLOW_PRIVATE_ORIGINS ?? '').toLowerCase()),
  ownAddresses: [
    ...(env.HEADWATER_OWN_ADDRESSES ?? '').split(',').flatMap((address) => address.trim() || []),
    ...Object.values(networkInterfaces()).flatMap((of) => of?.map(({ address }) => address) ?? []),
  ],
});
