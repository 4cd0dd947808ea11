import { streamDefaultRoutes } from '@headwater/contract/streams/default-routes';
import { replaceSettings, type StreamSettings } from '@headwater/contract/streams/settings';
import { changesBetween, recordActivity } from '../../../lib/activity.ts';
import type { Tx } from '../../../lib/db.ts';
import { lockFeeds } from '../../../lib/desired-state.ts';
import type { Serve } from '../../../lib/feature.ts';
import { notify } from '../../../lib/notify.ts';
import { notFound, Problem } from '../../../lib/problem.ts';
import { refuseStale } from '../../../lib/revision.ts';
import { serve } from '../../../lib/serve.ts';
import type { Who } from '../../../lib/who.ts';
import { findService } from '../../services/index.ts';
import { applyChange, refuseInactive } from '../change.ts';
import { checkSettings } from '../check-settings.ts';
import { sealSecrets, splitSettings } from '../secrets.ts';
import { hideSecrets } from './hide-secrets.ts';
import { inStream, type PlannedChange, planChanges } from './plan.ts';
import { type Defaults, readDefaults, writeDefaults } from './store.ts';

export const serveStreamDefaults: Serve = (deps) => {
  const { database, settings } = deps;
  const show = ({ settings: own, revision }: Defaults, who: Who) => ({
    defaults: { settings: who.permissions.has('streams.manage') ? own : hideSecrets(own), revision },
  });
  const refuseUnknown = async (tx: Tx, serviceId: number) => {
    if (!(await findService(tx, serviceId))) throw notFound('Service');
  };
  const checkAll = async (tx: Tx, changes: PlannedChange[]) => {
    for (const { stream, after } of changes) {
      await checkSettings(tx, stream.service_id, stream.type, after).catch((error: unknown) => {
        throw error instanceof Problem ? inStream(stream, error) : error;
      });
    }
  };
  const describe = (changes: PlannedChange[]) =>
    changes.map(({ stream, before, after, name }) => ({
      streamId: stream.id,
      type: stream.type,
      name: stream.name,
      before: hideSecrets(before)[name],
      after: hideSecrets(after)[name],
    }));

  serve(deps, streamDefaultRoutes, {
    getStreamDefaults: ({ who, params }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        await refuseUnknown(tx, params.serviceId);
        return show(await readDefaults(deps, tx, params.serviceId), who);
      }),

    // It holds what it looks at, as saving does: a transaction that only reads could not.
    previewStreamDefault: ({ who, params, body }) =>
      database.asCustomer(who.customerId, async (tx) => {
        await refuseUnknown(tx, params.serviceId);
        const changes = await planChanges(deps, tx, params.serviceId, body);
        await checkAll(tx, changes);
        return { changes: describe(changes) };
      }),

    saveStreamDefault: ({ who, params: { serviceId }, body, ifMatch }) =>
      database.asCustomer(who.customerId, async (tx) => {
        await refuseInactive(tx, serviceId, 'hold');
        const before = await readDefaults(deps, tx, serviceId, 'lock');
        refuseStale(ifMatch, before.revision);
        const wanted = replaceSettings(before.settings, body.settings);
        await checkSettings(tx, serviceId, null, wanted);
        const whose = { customerId: who.customerId, serviceId };
        const after = await writeDefaults(deps, tx, whose, { settings: wanted, revision: before.revision + 1 });
        await recordActivity(tx.db, who, {
          action: 'stream-defaults.changed',
          object: { type: 'stream-defaults', id: serviceId, name: 'Default settings of streams' },
          serviceId,
          changes: changesBetween({ ...hideSecrets(before.settings) }, { ...hideSecrets(after.settings) }),
        });
        await notify(tx.db, { customerId: who.customerId, event: { topic: 'stream-defaults', serviceId, id: null } });
        // What was asked for, with the secret that it may have been given.
        const given = namedOf(after.settings, body.settings);
        const changes = await planChanges(deps, tx, serviceId, { ...body, settings: given }, 'lock');
        await checkAll(tx, changes);
        if (changes.length > 0) await lockFeeds(tx);
        for (const { stream, secrets, after: next } of changes) {
          const { plain, tokenSecrets, rtmpPassword } = splitSettings(next);
          const sealed = sealSecrets(settings, { ...secrets, tokenSecrets, rtmpPassword });
          await applyChange(deps, tx, who, stream, 'stream.changed', { settings: plain, secrets: sealed });
        }
        return { ...show(after, who), changes: describe(changes) };
      }),
  });
};

const namedOf = (settings: StreamSettings, by: object): Partial<StreamSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name in by));
