import { recordRoutes } from '@headwater/contract/dns/record-routes';
import type { Serve } from '../../../lib/feature.ts';
import { serve } from '../../../lib/serve.ts';
import type { Who } from '../../../lib/who.ts';
import { listProgress } from '../../nodes/index.ts';
import { showDomain } from '../domains/show.ts';
import { type DomainKey, findDomain } from '../domains/store.ts';
import { toDomain } from '../domains/to-domain.ts';
import { readProxyProblems } from '../proxy/read-problems.ts';
import { setProxy } from '../proxy/set-proxy.ts';
import { copyRecords, updateTtls } from './batch.ts';
import { describeChange } from './change-store.ts';
import { createRecord, removeRecords, setRecordsStatus, updateRecord } from './single.ts';
import { countRecords, pageRecords, type RecordRow } from './store.ts';
import { toRecord } from './to-record.ts';
import { undoChange } from './undo.ts';

const { getDynamicUrl: _get, disableDynamicUrl: _disable, useDynamicUrl: _use, ...routes } = recordRoutes;

export const serveRecords: Serve = (deps) => {
  const { database, settings } = deps;

  const show = async (who: Who, key: DomainKey) => ({ domain: (await showDomain(deps, who, key)).domain });

  const showRecord = async (who: Who, key: DomainKey, row: RecordRow) => {
    const problems = await database.readAsCustomer(who.customerId, (tx) => readProxyProblems(tx, [row]));
    return { record: toRecord(row, problems.get(row.id)), ...(await show(who, key)) };
  };

  serve(deps, routes, {
    listRecords: ({ who, params, query }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        const { searchTerm, page } = query;
        const asked = { domainId: params.domainId, searchTerm, type: query.type || null };
        const rows = query.rows === 'all' ? null : query.rows;
        const [domain, nodes, records, lastChange] = await Promise.all([
          findDomain(tx, params),
          listProgress(tx, 'dns'),
          pageRecords(tx, { ...asked, rows, page }),
          describeChange(tx, params.domainId),
        ]);
        const problems = await readProxyProblems(tx, records);
        const total = records[0]?.total ?? (page > 1 ? await countRecords(tx, asked) : 0);
        return {
          records: records.map((row) => toRecord(row, problems.get(row.id))),
          page: rows === null ? 1 : page,
          rows: rows ?? total,
          total,
          pageMax: rows === null ? 1 : Math.max(1, Math.ceil(total / rows)),
          domain: toDomain(domain, nodes, settings),
          lastChange,
        };
      }),

    async createRecord({ who, params, body }) {
      const record = await createRecord(deps, who, params, body);
      return showRecord(who, params, record);
    },

    async updateRecord({ who, params, body, ifMatch }) {
      const record = await updateRecord(deps, who, params, body, ifMatch);
      return showRecord(who, params, record);
    },

    async deleteRecord({ who, params }) {
      const [record] = await removeRecords(deps, who, params, [params.recordId]);
      return { record: toRecord(record!), ...(await show(who, params)) };
    },

    async deleteRecords({ who, params, body }) {
      const removed = await removeRecords(deps, who, params, 'all' in body ? 'all' : body.ids);
      return { deleted: removed.length, ...(await show(who, params)) };
    },

    async setRecordsStatus({ who, params, body }) {
      const changed = await setRecordsStatus(deps, who, params, body.ids, body.status);
      return { changed, ...(await show(who, params)) };
    },

    async updateTtls({ who, params, body }) {
      const results = await updateTtls(deps, who, params, body);
      return { results, ...(await show(who, params)) };
    },

    async copyRecords({ who, params, body }) {
      const results = await copyRecords(deps, who, params, body);
      return { results, ...(await show(who, params)) };
    },

    async undoChange({ who, params }) {
      const undone = await undoChange(deps, who, params);
      return { undone, ...(await show(who, params)) };
    },

    async setRecordProxy({ who, params, body, ifMatch }) {
      const record = await setProxy(deps, who, params, body.proxy === 1, ifMatch);
      return showRecord(who, params, record);
    },
  });
};
