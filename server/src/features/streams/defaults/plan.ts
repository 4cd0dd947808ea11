import { isDeepStrictEqual } from 'node:util';
import {
  type DefaultMode,
  replaceSettings,
  type StreamSettingName,
  type StreamSettings,
  StreamSettings as StreamSettingsSchema,
} from '@headwater/contract/streams/settings';
import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import type { Deps } from '../../../lib/feature.ts';
import { Problem } from '../../../lib/problem.ts';
import { joinSettings, type StreamSecrets, unsealSecrets } from '../secrets.ts';
import type { StreamRow } from '../store.ts';
import { appendSetting } from './append.ts';

export type PlannedChange = {
  stream: StreamRow;
  name: StreamSettingName;
  secrets: StreamSecrets;
  before: StreamSettings;
  after: StreamSettings;
};

type Wish = { settings: { [Name in StreamSettingName]?: StreamSettings[Name] | undefined }; mode: DefaultMode };

/** What saving a default would change, by the order of ids; with `lock` the streams stay so until the transaction ends. */
export async function planChanges(
  { settings }: Pick<Deps, 'settings'>,
  { db }: Pick<Tx, 'db'>,
  serviceId: number,
  wish: Wish,
  lock?: 'lock',
): Promise<PlannedChange[]> {
  if (wish.mode === 'save') return [];
  const [name] = Object.keys(wish.settings) as [StreamSettingName];
  const { rows } = await sql<StreamRow>`
    select * from streams where service_id = ${serviceId} and deleted_at is null
    order by id ${lock === 'lock' ? sql`for update` : sql``}`.execute(db);
  return rows.flatMap((stream) => {
    const secrets = unsealSecrets(settings, stream.secrets);
    const before = joinSettings(stream.settings, secrets);
    const value = wish.settings[name]!;
    const next = wish.mode === 'append' ? appendSetting(name, before[name], value) : value;
    if (!fits(stream, name, next) || isDeepStrictEqual(before[name], next)) return [];
    const judged = StreamSettingsSchema.shape[name].safeParse(next);
    if (!judged.success) throw inStream(stream, new Problem('conflict', judged.error.issues[0]!.message));
    return [{ stream, name, secrets, before, after: replaceSettings(before, { [name]: next }) }];
  });
}

/** A problem of one stream among many: it says of which. */
export const inStream = ({ name }: StreamRow, { code, message }: Problem) => new Problem(code, `${name}: ${message}`);

/** What a type is for cannot be turned off in it by a default. */
function fits({ type }: StreamRow, name: StreamSettingName, { enabled }: { enabled: boolean }): boolean {
  if (enabled) return true;
  return !(type === 'abr' && name === 'transcode') && !(type === 'dvr' && name === 'dvr');
}
