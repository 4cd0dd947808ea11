import { activityRoutes } from '@headwater/contract/activity/routes';
import { recordActivity } from '../../lib/activity.ts';
import { makeTicket } from '../../lib/downloads.ts';
import type { Serve } from '../../lib/feature.ts';
import { serve } from '../../lib/serve.ts';
import { countActivity, listActivity, listTypes, toActivity } from './store.ts';

export const serveActivity: Serve = (deps) => {
  const { database } = deps;
  serve(deps, activityRoutes, {
    listActivity: ({ who, query: { page, rows, ...filter } }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        const [found, types] = await Promise.all([listActivity(tx, filter, page, rows), listTypes(tx)]);
        const total = found[0]?.total ?? (await countActivity(tx, filter));
        return { activity: found.map(toActivity), types, page, rows, total };
      }),

    ticketActivity: ({ who, body }) =>
      database.asCustomer(who.customerId, async (tx) => {
        // Up to now, so that a download which goes on after a break meets the same rows.
        const now = new Date().toISOString();
        const ticket = await makeTicket(tx.db, who, 'activity', {
          ...body,
          to: body.to && body.to < now ? body.to : now,
        });
        const object = { type: 'activity', id: 'activity', name: 'Activity log' };
        await recordActivity(tx.db, who, { action: 'activity.exported', object });
        return { ticket };
      }),
  });
};
