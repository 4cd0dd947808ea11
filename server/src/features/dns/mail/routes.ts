import { type MailEntry, mailRoutes } from '@headwater/contract/dns/mail-routes';
import type { Serve } from '../../../lib/feature.ts';
import { notFound } from '../../../lib/problem.ts';
import { serve } from '../../../lib/serve.ts';
import type { Who } from '../../../lib/who.ts';
import { showDomain } from '../domains/show.ts';
import { type DomainKey, findDomain } from '../domains/store.ts';
import { createRecord, removeRecords, updateRecord } from '../records/single.ts';
import { listRecords, type RecordRow } from '../records/store.ts';
import { findPolicy } from './policy.ts';

type MailKey = DomainKey & { mailId: string };

export const serveMail: Serve = (deps) => {
  const { database } = deps;

  const answer = async (who: Who, key: DomainKey, row: RecordRow) => {
    const { domain } = await showDomain(deps, who, key);
    return { entry: toEntry(row), domain };
  };
  const read = (who: Who, key: DomainKey): Promise<RecordRow[]> =>
    database.readAsCustomer(who.customerId, async (tx) => {
      const [rows] = await Promise.all([listRecords(tx, key.domainId), findDomain(tx, key)]);
      return rows;
    });
  /** A record's type never changes: what is an MX now is one when it is written. */
  const demandMail = async (who: Who, key: MailKey): Promise<void> => {
    const rows = await read(who, key);
    if (!rows.some(({ id, type }) => id === key.mailId && type === 'MX')) throw notFound('Mail server');
  };

  serve(deps, mailRoutes, {
    async listMail({ who, params }) {
      const [{ domain }, rows] = await Promise.all([showDomain(deps, who, params), read(who, params)]);
      return { mail: rows.filter(({ type }) => type === 'MX').map(toEntry), policy: findPolicy(rows), domain };
    },

    async addMail({ who, params, body }) {
      const record = { ...body, type: 'MX', weight: null, port: null, status: 1 as const, note: '' };
      return answer(who, params, await createRecord(deps, who, params, record));
    },

    async updateMail({ who, params, body, ifMatch }) {
      await demandMail(who, params);
      const key = { ...params, recordId: params.mailId };
      return answer(who, params, await updateRecord(deps, who, key, body, ifMatch));
    },

    async deleteMail({ who, params }) {
      await demandMail(who, params);
      const [row] = await removeRecords(deps, who, params, [params.mailId]);
      return answer(who, params, row!);
    },
  });
};

const toEntry = ({ id, host, record, priority, ttl, status }: RecordRow): MailEntry => ({
  id,
  host,
  record,
  priority: priority ?? 0,
  ttl: String(ttl),
  status: status === 1 ? 1 : 0,
});
