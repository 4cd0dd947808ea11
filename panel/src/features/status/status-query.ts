import type { Reply } from '@headwater/contract/lib/route';
import { statusRoutes } from '@headwater/contract/status/routes';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';

export type Status = Reply<typeof statusRoutes.getStatus>;
export type Part = Status['services'][number];
export type Incident = Status['incidents'][number];

// Changes are told by an event; the minutes that are counted are not.
const againAfterMs = 60_000;

export const useStatus = () => useQuery({ ...ask(statusRoutes.getStatus, {}), refetchInterval: againAfterMs });
