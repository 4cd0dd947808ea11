import { initialSettings, type StreamSettings } from '@headwater/contract/streams/settings';
import type { Tx } from '../../../lib/db.ts';
import type { Deps } from '../../../lib/feature.ts';
import { joinSettings, sealSecrets, splitSettings, unsealSecrets } from '../secrets.ts';

export type Defaults = { settings: StreamSettings; revision: number };

/** What streams of a service begin with; what nobody has set yet is as it comes. */
export async function readDefaults(
  { settings }: Pick<Deps, 'settings'>,
  { db }: Pick<Tx, 'db'>,
  serviceId: number,
  lock?: 'lock',
): Promise<Defaults> {
  const row = await db
    .selectFrom('stream_defaults')
    .select(['settings', 'secrets', 'revision'])
    .where('service_id', '=', serviceId)
    .$if(lock === 'lock', (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) return { settings: initialSettings, revision: 1 };
  const plain = { ...initialSettings, ...(row.settings as Partial<StreamSettings>) };
  return { settings: joinSettings(plain, unsealSecrets(settings, row.secrets)), revision: row.revision };
}

export async function writeDefaults(
  { settings }: Pick<Deps, 'settings'>,
  { db }: Pick<Tx, 'db'>,
  whose: { customerId: number; serviceId: number },
  defaults: Defaults,
): Promise<Defaults> {
  const { plain, tokenSecrets, rtmpPassword } = splitSettings(defaults.settings);
  const secrets = sealSecrets(settings, { key: null, sources: [], tokenSecrets, rtmpPassword });
  const written = { settings: JSON.stringify(plain), secrets, revision: defaults.revision };
  await db
    .insertInto('stream_defaults')
    .values({ service_id: whose.serviceId, customer_id: whose.customerId, ...written })
    .onConflict((conflict) => conflict.column('service_id').doUpdateSet(written))
    .execute();
  return { settings: joinSettings(plain, { tokenSecrets, rtmpPassword }), revision: defaults.revision };
}
