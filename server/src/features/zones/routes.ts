import { zoneRoutes } from '@headwater/contract/zones/routes';
import { type Zone, ZoneSettings } from '@headwater/contract/zones/schema';
import type { Serve } from '../../lib/feature.ts';
import { notFound } from '../../lib/problem.ts';
import { refuseStale } from '../../lib/revision.ts';
import { serve } from '../../lib/serve.ts';
import type { Who } from '../../lib/who.ts';
import { listProgress } from '../nodes/index.ts';
import { countOnEmptyPage, findService } from '../services/index.ts';
import { readTraffic } from '../usage/index.ts';
import { changeZone, refuseDeleted, type ZoneKey } from './change.ts';
import { checkOrigin } from './check-origin.ts';
import { createZone } from './create.ts';
import { orderPurge, toPurge, toPurgeNode } from './purge.ts';
import { countPurges, findPurge, listPurgeNodes, listPurges, listRefusingNodes } from './purge-store.ts';
import { findShownZone, listZones } from './store.ts';
import { toZone } from './to-zone.ts';

export const serveZones: Serve = (deps) => {
  const { database, settings } = deps;

  const show = (who: Who, key: ZoneKey): Promise<{ zone: Zone }> =>
    database.readAsCustomer(who.customerId, async (tx) => {
      const [row, nodes] = await Promise.all([findShownZone(tx, key), listProgress(tx, 'edge')]);
      if (!row) throw notFound('Zone');
      return { zone: toZone(row, nodes, settings) };
    });

  serve(deps, zoneRoutes, {
    listZones: ({ who, params, query }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        const asked = { ...params, ...query, deleted: query.deleted === '1' };
        const [rows, nodes] = await Promise.all([listZones(tx, asked), listProgress(tx, 'edge')]);
        // A zone that was found proves its service; only an empty page has to ask.
        const total = rows[0]?.total ?? (await countOnEmptyPage(tx, asked, listZones));
        return {
          zones: rows.map((row) => toZone(row, nodes, settings)),
          page: query.page,
          rows: query.rows,
          total,
        };
      }),

    async createZone({ who, params, body }) {
      const zoneId = await createZone(deps, who, params, body);
      return show(who, { ...params, zoneId });
    },

    getZone: ({ who, params }) => show(who, params),

    async updateZone({ who, params, body, ifMatch }) {
      const { zone: before } = await show(who, params);
      const newOrigin = body.origin !== undefined && body.origin !== before.origin && before.deletedAt === null;
      if (newOrigin) await checkOrigin(deps, body.origin!);
      await changeZone(deps, who, params, 'zone.changed', (zone) => {
        refuseDeleted(zone);
        refuseStale(ifMatch, zone.revision);
        return {
          ...(body.name !== undefined && { name: body.name }),
          ...(body.origin !== undefined && { origin: body.origin }),
          ...(body.settings && { settings: ZoneSettings.parse({ ...zone.settings, ...body.settings }) }),
        };
      });
      return show(who, params);
    },

    async setZoneStatus({ who, params, body, ifMatch }) {
      const action = body.status === 1 ? 'zone.disabled' : 'zone.enabled';
      await changeZone(deps, who, params, action, (zone) => {
        refuseDeleted(zone);
        refuseStale(ifMatch, zone.revision);
        return { status: body.status };
      });
      return show(who, params);
    },

    async deleteZone({ who, params, ifMatch }) {
      await changeZone(deps, who, params, 'zone.deleted', (zone) => {
        refuseStale(ifMatch, zone.revision);
        return { deleted_at: new Date() };
      });
      return show(who, params);
    },

    async restoreZone({ who, params, ifMatch }) {
      await changeZone(deps, who, params, 'zone.restored', (zone) => {
        refuseStale(ifMatch, zone.revision);
        return { deleted_at: null };
      });
      return show(who, params);
    },

    async purgeZone({ who, params, body }) {
      const row = await orderPurge(deps, who, params, body.files);
      const nodes = await database.readAsCustomer(who.customerId, (tx) => listProgress(tx, 'edge'));
      return { purgeId: row.id, purge: toPurge(row, nodes) };
    },

    listPurges: ({ who, params, query }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        const [zone, rows, nodes] = await Promise.all([
          findShownZone(tx, params),
          listPurges(tx, params.zoneId, query.page, query.rows),
          listProgress(tx, 'edge'),
        ]);
        if (!zone) throw notFound('Zone');
        const purges = rows.map((row) => toPurge(row, nodes));
        const total = rows[0]?.total ?? (await countPurges(tx, params.zoneId));
        return { purges, page: query.page, rows: query.rows, total };
      }),

    getPurge: ({ who, params }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        const [zone, row, nodes, done, refusing] = await Promise.all([
          findShownZone(tx, params),
          findPurge(tx, params.zoneId, params.purgeId),
          listProgress(tx, 'edge'),
          listPurgeNodes(tx, params.purgeId),
          listRefusingNodes(tx, params.purgeId),
        ]);
        if (!zone || !row) throw notFound('Purge');
        const states = nodes.map((node) => toPurgeNode(row, node, done.get(node.id), refusing.has(node.id)));
        return { purge: { ...toPurge(row, nodes), nodes: states } };
      }),

    getZoneStatistics: ({ who, params, query }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        const [zone, statistics] = await Promise.all([
          findShownZone(tx, params),
          readTraffic(tx, { serviceId: params.serviceId, zoneId: params.zoneId }, query.range, new Date()),
        ]);
        if (!zone) throw notFound('Zone');
        return { statistics };
      }),

    getServiceStatistics: ({ who, params, query }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        const [service, statistics] = await Promise.all([
          findService(tx, params.serviceId),
          readTraffic(tx, { serviceId: params.serviceId, zoneId: null }, query.range, new Date()),
        ]);
        if (!service) throw notFound('Service');
        return { statistics };
      }),
  });
};
