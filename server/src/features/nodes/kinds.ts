import type { NodeKind } from '@headwater/contract/nodes/routes';

type KindWords = { noneAdded: string; noneInService: string };

/** What is said where there is no node of a kind. A kind of the contract does not compile until it has its words. */
export const kindWords: Record<NodeKind, KindWords> = {
  edge: { noneAdded: 'No edge has been added.', noneInService: 'No edge is in service.' },
  dns: { noneAdded: 'No name server has been added.', noneInService: 'No name server is in service.' },
  live: { noneAdded: 'No live server has been added.', noneInService: 'No live server is in service.' },
  storage: { noneAdded: 'No storage has been added.', noneInService: 'No storage is in service.' },
};
