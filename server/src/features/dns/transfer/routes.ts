import { transferRoutes } from '@headwater/contract/dns/transfer-routes';
import { recordActivity } from '../../../lib/activity.ts';
import { makeTicket } from '../../../lib/downloads.ts';
import type { Serve } from '../../../lib/feature.ts';
import { serve } from '../../../lib/serve.ts';
import type { Who } from '../../../lib/who.ts';
import { refuseDeleted } from '../domains/change.ts';
import { showDomain } from '../domains/show.ts';
import { type DomainKey, findDomain } from '../domains/store.ts';
import type { ChangeCounts } from '../records/change-store.ts';
import { ZoneEdit } from '../records/edit.ts';
import { count } from '../records/single.ts';
import { listRecords } from '../records/store.ts';
import { changeRecords } from '../records/write.ts';
import { readZoneFile } from './read-zone-file.ts';

const { exportDnsStatistics: _, ...routes } = transferRoutes;

export const serveTransfer: Serve = (deps) => {
  const { database, settings } = deps;

  const show = async (who: Who, key: DomainKey) => ({ domain: (await showDomain(deps, who, key)).domain });

  serve(deps, routes, {
    async previewImport({ who, params, body }) {
      const plan = await database.readAsCustomer(who.customerId, async (tx) => {
        const domain = await findDomain(tx, params);
        refuseDeleted(domain);
        const edit = new ZoneEdit(domain, await listRecords(tx, domain.id));
        return readZoneFile(edit, body.zone, body.mode, settings);
      });
      return { plan, ...(await show(who, params)) };
    },

    async importZone({ who, params, body }) {
      const deed = {
        action: 'domain.zone-imported',
        summary: ({ added, changed }: ChangeCounts) => `Zone file imported: ${count(added + changed)} added or changed`,
      } as const;
      const plan = await changeRecords(deps, who, params, deed, (edit) =>
        readZoneFile(edit, body.zone, body.mode, settings),
      );
      return { plan, ...(await show(who, params)) };
    },

    exportZone: ({ who, params }) =>
      database.asCustomer(who.customerId, async (tx) => {
        const { id, domain, service_id } = await findDomain(tx, params);
        await recordActivity(tx.db, who, {
          action: 'domain.exported',
          object: { type: 'domain', id, name: domain },
          serviceId: service_id,
        });
        return { ticket: await makeTicket(tx.db, who, 'dns-zone', params) };
      }),
  });
};
