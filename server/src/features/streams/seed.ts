import { initialSettings } from '@headwater/contract/streams/settings';
import type { Tx } from '../../lib/db.ts';
import type { Deps } from '../../lib/feature.ts';
import { newId } from '../../lib/secret.ts';
import { publishStream } from './publish.ts';
import { newKey, sealSecrets } from './secrets.ts';
import { insertStream } from './store.ts';

/** A push stream that nobody asked for, on the first live server that there will be. */
export async function seedStream(
  deps: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  whose: { customerId: number; serviceId: number },
  { name, alias }: { name: string; alias: string },
): Promise<void> {
  const id = newId();
  const secrets = { key: newKey(id), sources: [], tokenSecrets: [], rtmpPassword: '' };
  const stream = await insertStream(tx, {
    id,
    customer_id: whose.customerId,
    service_id: whose.serviceId,
    node_id: null,
    type: 'push',
    input: 'push',
    name,
    alias,
    delay_seconds: 0,
    reconnect_seconds: 60,
    settings: { ...initialSettings, ndvr: { enabled: true, windowSeconds: 1800 } },
    secrets: sealSecrets(deps.settings, secrets),
  });
  await publishStream(deps, tx, stream);
}
