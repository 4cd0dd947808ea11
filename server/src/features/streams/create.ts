import type { NewStream, StreamInput, StreamType } from '@headwater/contract/streams/schema';
import { replaceSettings, type StreamSettings } from '@headwater/contract/streams/settings';
import { aliasFrom } from '@headwater/contract/zones/alias';
import { sql } from 'kysely';
import type { z } from 'zod';
import { changesBetween, recordActivity } from '../../lib/activity.ts';
import type { Tx } from '../../lib/db.ts';
import type { Deps } from '../../lib/feature.ts';
import { fieldProblem } from '../../lib/problem.ts';
import { newId } from '../../lib/secret.ts';
import type { Who } from '../../lib/who.ts';
import { refuseInactive } from './change.ts';
import { checkSettings } from './check-settings.ts';
import { checkSources } from './check-sources.ts';
import { readDefaults } from './defaults/store.ts';
import { publishStream } from './publish.ts';
import { newKey, sealSecrets, splitSettings } from './secrets.ts';
import { chooseServer } from './servers.ts';
import { insertStream } from './store.ts';
import { listDefaultProfiles } from './transcoding/seed.ts';

type Wish = z.output<typeof NewStream>;
const usualReconnectSeconds = 60;

/** @returns the new stream's id. */
export async function createStream(
  deps: Pick<Deps, 'database' | 'settings' | 'resolveOrigin'>,
  who: Who,
  { serviceId, type }: { serviceId: number; type: StreamType },
  wish: Wish,
): Promise<string> {
  const input = readInput(type, wish);
  // Before the name look-up below, so that a stranger's service id is 404 whatever the source.
  await deps.database.readAsCustomer(who.customerId, (tx) => refuseInactive(tx, serviceId));
  await checkSources(deps, wish.sources ?? []);
  const id = newId();
  const insert = () =>
    deps.database.asCustomer(who.customerId, async (tx) => {
      // Whoever suspends the service now waits, and then finds this stream.
      await refuseInactive(tx, serviceId, 'hold');
      const { plain, tokenSecrets, rtmpPassword } = splitSettings(
        await chooseSettings(deps, tx, who, serviceId, type, wish),
      );
      const stream = await insertStream(tx, {
        id,
        customer_id: who.customerId,
        service_id: serviceId,
        node_id: await chooseServer(tx, wish.serverId),
        type,
        input,
        name: wish.name,
        alias: await chooseAlias(tx, serviceId, wish),
        delay_seconds: wish.delaySeconds ?? 0,
        reconnect_seconds: wish.reconnectSeconds ?? usualReconnectSeconds,
        settings: plain,
        secrets: sealSecrets(deps.settings, {
          key: input === 'push' ? newKey(id) : null,
          sources: wish.sources ?? [],
          tokenSecrets,
          rtmpPassword,
        }),
      });
      await recordActivity(tx.db, who, {
        action: 'stream.created',
        object: { type: 'stream', id, name: stream.name },
        serviceId,
        changes: changesBetween({}, { name: stream.name, type, input, alias: stream.alias }),
      });
      await publishStream(deps, tx, stream);
    });
  // Somebody else may take the path between the question and the insert; one that nobody asked for is then chosen anew.
  await insert().catch(async (error) => {
    if (error.constraint !== 'streams_alias') throw error;
    if (wish.alias !== undefined) throw aliasTaken(wish.alias);
    await insert();
  });
  return id;
}

/** @throws Problem `invalid_input` where the wish does not fit the type. */
function readInput(type: StreamType, wish: Wish): StreamInput {
  const refuse = (field: string, message: string) => fieldProblem('invalid_input', field, message);
  const input = type === 'push' ? 'push' : type === 'pull' ? 'pull' : (wish.input ?? (wish.sources ? 'pull' : 'push'));
  if (wish.input !== undefined && wish.input !== input) {
    throw refuse('input', `A ${type} stream is always ${input === 'push' ? 'pushed' : 'pulled'}.`);
  }
  if (input === 'pull' && !wish.sources) throw refuse('sources', 'Enter at least one source');
  if (input === 'push' && wish.sources)
    throw refuse('sources', 'A stream that is pushed has no sources. Leave them out.');
  if (type === 'timeshift' && wish.delaySeconds === undefined) throw refuse('delaySeconds', 'Enter a delay');
  if (type !== 'timeshift' && wish.delaySeconds !== undefined) {
    throw refuse('delaySeconds', 'Only a timeshift stream has a delay. Leave it out.');
  }
  return input;
}

/** The service's defaults, what the type is for, and what was asked for. */
async function chooseSettings(
  deps: Pick<Deps, 'settings'>,
  tx: Tx,
  who: Who,
  serviceId: number,
  type: StreamType,
  wish: Wish,
): Promise<StreamSettings> {
  const { settings: defaults } = await readDefaults(deps, tx, serviceId);
  const settings = replaceSettings(defaults, wish.settings);
  if (type === 'dvr' && !wish.settings?.dvr) settings.dvr = { ...settings.dvr, enabled: true };
  if (type === 'abr' && !wish.settings?.transcode) {
    const profiles = await listDefaultProfiles(tx, { customerId: who.customerId, serviceId });
    if (!settings.transcode.enabled) {
      settings.transcode = { enabled: true, profileIds: profiles.map(({ id }) => id), filterId: null };
    }
  }
  await checkSettings(tx, serviceId, type, settings);
  return settings;
}

/** The path asked for, or one made from the name, with a random end when that is taken. */
async function chooseAlias(tx: Tx, serviceId: number, wish: Wish): Promise<string> {
  const isTaken = async (alias: string) => {
    const { rows } = await sql`select from streams where service_id = ${serviceId} and alias = ${alias}`.execute(tx.db);
    return rows.length > 0;
  };
  if (wish.alias !== undefined) {
    if (await isTaken(wish.alias)) throw aliasTaken(wish.alias);
    return wish.alias;
  }
  const alias = aliasFrom(wish.name, 'stream').replace(/^r-/, 'r');
  return (await isTaken(alias)) ? `${alias}-${newId().slice(0, 6)}` : alias;
}

const aliasTaken = (alias: string) =>
  fieldProblem('alias_taken', 'alias', `Another stream of this service has the path ${alias}. Choose another one.`);
