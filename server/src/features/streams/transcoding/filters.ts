import type { Filter } from '@headwater/contract/transcoding/filter';
import type { transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { changesBetween, recordActivity } from '../../../lib/activity.ts';
import type { Tx } from '../../../lib/db.ts';
import type { Deps } from '../../../lib/feature.ts';
import { fieldProblem, notFound } from '../../../lib/problem.ts';
import { refuseStale } from '../../../lib/revision.ts';
import { newId } from '../../../lib/secret.ts';
import type { Handlers } from '../../../lib/serve.ts';
import type { Who } from '../../../lib/who.ts';
import { findService } from '../../services/index.ts';
import { refuseInactive } from '../change.ts';
import { republishStreamsUsing } from '../publish.ts';
import { refuseUndrawable } from './drawable.ts';
import { refuseDefault, refuseFull, refuseUsed, tellTranscoding } from './rules.ts';
import { findFilter, listFilters, readLogo } from './store.ts';
import { toFilter } from './to-kept.ts';
import { whyNotDrawn } from './why-not-drawn.ts';

type Own =
  | 'listLiveFilters'
  | 'createLiveFilter'
  | 'getLiveFilter'
  | 'updateLiveFilter'
  | 'deleteLiveFilter'
  | 'previewFilter';

export function filterHandlers(deps: Deps): Pick<Handlers<typeof transcodingRoutes>, Own> {
  const { database } = deps;
  const show = (who: Who, serviceId: number, id: string) =>
    database.readAsCustomer(who.customerId, async (tx) => ({
      filter: toFilter(await findFilter(tx, { serviceId, id })),
    }));

  return {
    listLiveFilters: ({ who, params: { serviceId } }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        if (!(await findService(tx, serviceId))) throw notFound('Service');
        return { filters: (await listFilters(tx, serviceId)).map(toFilter) };
      }),

    async createLiveFilter({ who, params: { serviceId }, body: { value } }) {
      const id = newId();
      const image = await database.readAsCustomer(who.customerId, async (tx) => {
        await refuseInactive(tx, serviceId);
        return readImage(tx, serviceId, value);
      });
      await refuseUndrawable(deps, who.customerId, value, image);
      await database.asCustomer(who.customerId, async (tx) => {
        await refuseInactive(tx, serviceId, 'hold');
        await refuseFull(tx, 'live_filters', serviceId);
        await readImage(tx, serviceId, value);
        await tx.db
          .insertInto('live_filters')
          .values({ id, customer_id: who.customerId, service_id: serviceId, value: JSON.stringify(value) })
          .execute();
        await recordActivity(tx.db, who, {
          action: 'live-filter.created',
          ...named({ id, value }, serviceId),
          changes: changesBetween({}, value),
        });
        await tellTranscoding(tx, who, serviceId, id);
      });
      return { filterid: id, ...(await show(who, serviceId, id)) };
    },

    getLiveFilter: ({ who, params }) => show(who, params.serviceId, params.filterId),

    async updateLiveFilter({ who, params: { serviceId, filterId: id }, body: { value }, ifMatch }) {
      const image = await database.readAsCustomer(who.customerId, async (tx) => {
        await refuseInactive(tx, serviceId);
        refuseStale(ifMatch, (await findFilter(tx, { serviceId, id })).revision);
        return readImage(tx, serviceId, value);
      });
      await refuseUndrawable(deps, who.customerId, value, image);
      await database.asCustomer(who.customerId, async (tx) => {
        await refuseInactive(tx, serviceId);
        const before = await findFilter(tx, { serviceId, id }, 'lock');
        refuseStale(ifMatch, before.revision);
        const changes = changesBetween(before.value, value);
        if (Object.keys(changes).length === 0) return;
        await readImage(tx, serviceId, value);
        await tx.db
          .updateTable('live_filters')
          .set({ value: JSON.stringify(value), revision: before.revision + 1, updated_at: new Date() })
          .where('id', '=', id)
          .execute();
        await recordActivity(tx.db, who, {
          action: 'live-filter.changed',
          ...named({ id, value }, serviceId),
          changes,
        });
        await tellTranscoding(tx, who, serviceId, id);
        await republishStreamsUsing(deps, tx, { filterId: id });
      });
      return show(who, serviceId, id);
    },

    deleteLiveFilter: ({ who, params: { serviceId, filterId: id } }) =>
      database.asCustomer(who.customerId, async (tx) => {
        const filter = await findFilter(tx, { serviceId, id }, 'lock');
        refuseUsed('filter', filter.used_by);
        await refuseDefault(tx, serviceId, { filterId: id });
        await tx.db.deleteFrom('live_filters').where('id', '=', id).execute();
        await recordActivity(tx.db, who, { action: 'live-filter.deleted', ...named(filter, serviceId) });
        await tellTranscoding(tx, who, serviceId, id);
        return {};
      }),

    async previewFilter({ who, params: { serviceId }, body: { value } }) {
      const image = await database.readAsCustomer(who.customerId, async (tx) => {
        if (!(await findService(tx, serviceId))) throw notFound('Service');
        return readImage(tx, serviceId, value);
      });
      const drawn = await deps.drawFilter(who.customerId, value, image);
      if (!drawn.ok) {
        if (drawn.why !== 'busy') deps.app.log.warn({ why: drawn.why, reason: drawn.reason }, 'a filter was not drawn');
        throw whyNotDrawn(drawn);
      }
      return { mediaType: 'image/jpeg' as const, base64: drawn.jpeg.toString('base64') };
    },
  };
}

const named = ({ id, value }: { id: string; value: { name: string } }, serviceId: number) => ({
  object: { type: 'live-filter', id, name: value.name },
  serviceId,
});

/** The logo that a filter lays over the picture; null where it has none. @throws Problem on the field. */
async function readImage(tx: Tx, serviceId: number, { logo }: Filter): Promise<Buffer | null> {
  if (!logo) return null;
  const found = await readLogo(tx, { serviceId, id: logo.imageId }).catch(() => null);
  if (found) return found.bytes;
  throw fieldProblem('invalid_input', 'value.logo.imageId', 'This image is not there any more. Choose another one.');
}
