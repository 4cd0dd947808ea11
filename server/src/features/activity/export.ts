import { type Activity, ActivityFilter } from '@headwater/contract/activity/schema';
import { toCsv } from '../../lib/csv.ts';
import type { DownloadSource } from '../../lib/feature.ts';
import { listNewest, toActivity } from './store.ts';

const mostRows = 100_000;

const head = [
  'time',
  'actor kind',
  'actor',
  'action',
  'object type',
  'object id',
  'object name',
  'service',
  'changes',
  'address',
  'request id',
];
const cut = 'Only the newest 100,000 entries are here. Choose an earlier end to see the ones before them.';

/** The filtered log as CSV. */
export const activityExport: DownloadSource = {
  access: 'activity.view',
  async open({ database }, who, params) {
    const filter = ActivityFilter.parse(params);
    const rows = await database.readAsCustomer(who.customerId, (tx) => listNewest(tx, filter, mostRows + 1));
    const lines = rows.slice(0, mostRows).map((row) => toLine(toActivity(row)));
    if (rows.length > mostRows) lines.push(head.map((_, column) => (column === 0 ? cut : '')));
    const day = new Date().toISOString().slice(0, 10);
    return {
      filename: `activity-${day}.csv`,
      mediaType: 'text/csv; charset=utf-8',
      content: Buffer.from(toCsv([head, ...lines])),
    };
  },
};

const toLine = ({ at, actor, action, object, serviceId, changes, address, requestId }: Activity): string[] => [
  at,
  actor.kind,
  actor.name,
  action,
  object.type,
  object.id,
  object.name,
  serviceId === null ? '' : String(serviceId),
  Object.keys(changes).length === 0 ? '' : JSON.stringify(changes),
  address ?? '',
  requestId ?? '',
];
