import { createHash, randomBytes } from 'node:crypto';
import { type StreamSettings, StreamSettings as StreamSettingsSchema } from '@headwater/contract/streams/settings';
import { seal, unseal } from '../../lib/seal.ts';
import { deriveKey } from '../../lib/secret.ts';
import type { Settings } from '../../lib/settings.ts';

const purpose = 'stream';

/** What of a stream is kept sealed. Sources are: they may hold a user name and a password. */
export type StreamSecrets = {
  /** The whole key that publishers use; null for a stream that is pulled. */
  key: string | null;
  sources: { url: string }[];
  tokenSecrets: string[];
  rtmpPassword: string;
};

type Secret = Pick<Settings, 'secret'>;

export const sealSecrets = ({ secret }: Secret, secrets: StreamSecrets): Buffer =>
  seal(secret, purpose, JSON.stringify(secrets));

export const unsealSecrets = ({ secret }: Secret, sealed: Buffer): StreamSecrets =>
  JSON.parse(unseal(secret, purpose, sealed).toString('utf8')) as StreamSecrets;

/** The stream's id stands in its key, so that a wrong secret can be told of where its owner looks. */
export const newKey = (streamId: string): string => `${streamId}_${randomBytes(18).toString('base64url')}`;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const newTokenSecret = () => randomBytes(24).toString('base64url');

/** Parts settings from what is secret of them. Who turns secure tokens on without a secret is given one. */
export function splitSettings(settings: StreamSettings): {
  plain: StreamSettings;
  tokenSecrets: string[];
  rtmpPassword: string;
} {
  const { securetoken, rtmpauth } = settings;
  const tokenSecrets =
    securetoken.enabled && securetoken.secrets.length === 0 ? [newTokenSecret()] : securetoken.secrets;
  return {
    plain: {
      ...settings,
      securetoken: { ...securetoken, secrets: [] },
      rtmpauth: { ...rtmpauth, password: '' },
    },
    tokenSecrets,
    rtmpPassword: rtmpauth.password,
  };
}

/** The settings whole again, for those who may see what is secret. */
export const joinSettings = (
  plain: StreamSettings,
  { tokenSecrets, rtmpPassword }: Pick<StreamSecrets, 'tokenSecrets' | 'rtmpPassword'>,
): StreamSettings =>
  StreamSettingsSchema.parse({
    ...plain,
    securetoken: { ...plain.securetoken, secrets: tokenSecrets },
    rtmpauth: { ...plain.rtmpauth, password: rtmpPassword },
  });

/** What edges show where a live node gives out a stream, and no other. */
export const streamDoorOf = ({ secret }: Secret, nodeId: string, streamId: string): string =>
  deriveKey(secret, `door ${nodeId} ${streamId}`);
/** What edges and live nodes show at the door of a storage. */
export const storageDoorOf = ({ secret }: Secret, nodeId: string): string => deriveKey(secret, `door ${nodeId}`);
/** What the links of our own players are signed with. */
export const passOf = ({ secret }: Secret, streamId: string): string => deriveKey(secret, `stream pass ${streamId}`);
/** What links to recordings are signed with. */
export const recordingsKeyOf = ({ secret }: Secret, streamId: string): string =>
  deriveKey(secret, `recordings ${streamId}`);
/** The path of a stream whose name is not told. */
export const hashedPathOf = ({ secret }: Secret, streamId: string): string =>
  deriveKey(secret, `stream path ${streamId}`).slice(0, 24);
