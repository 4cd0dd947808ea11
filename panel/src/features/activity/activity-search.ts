import type { ActivityFilter, ActorKind } from '@headwater/contract/activity/schema';
import { known, oneOf, pageOf, textOf } from '../../lib/read-search.ts';

export const actorKinds = ['user', 'contact', 'key', 'operator', 'system'] as const satisfies readonly ActorKind[];

/** What the address of the log says. Days are the person's own: `2026-11-21`. */
export type ActivitySearch = {
  /** Only what belongs to the service in the address. */
  scope?: 'service';
  actor?: ActorKind;
  type?: string;
  search?: string;
  from?: string;
  to?: string;
  page?: number;
};

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** Reads the log's address; what makes no sense is left out. */
export const readActivitySearch = (search: Record<string, unknown>): ActivitySearch =>
  known({
    scope: oneOf(search.scope, ['service']),
    actor: oneOf(search.actor, actorKinds),
    type: textOf(search.type, 50),
    search: textOf(search.search, 200),
    from: dayOf(search.from),
    to: dayOf(search.to),
    page: pageOf(search.page),
  });

/** The first moment of a day, or of the days after it, where the person is. */
function startOf(day: string, daysLater = 0): string {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

/** What the address asks the API for. The last day counts as a whole. */
export const filterOf = (
  { scope, actor, type, search, from, to }: ActivitySearch,
  serviceId: number,
): Partial<ActivityFilter> => ({
  ...(scope === 'service' && { serviceId }),
  ...(actor && { actor }),
  ...(type && { type }),
  ...(search && { search }),
  ...(from && { from: startOf(from) }),
  ...(to && { to: startOf(to, 1) }),
});

export const isFiltered = ({ page: _, ...rest }: ActivitySearch): boolean => Object.keys(rest).length > 0;
