import type { LiveStream } from '@headwater/contract/nodes/live-document';
import type { EndReason } from '@headwater/contract/nodes/live-report';
import type { HookCall } from '@headwater/engines/nginx-rtmp';
import { isAmong } from './networks.ts';
import { matchesHash } from './secrets.ts';

/** What else is known when somebody wants to publish. */
export type Surroundings = {
  /** Of its service: how many other streams are live. */
  liveInGroup: number;
  /** How many rungs are encoded for other streams. */
  encoders: number;
  mostEncoders: number;
  diskIsFull: boolean;
};

/** Why a publisher is refused; null when it may come in. Whether somebody else publishes already is asked after this. */
export function whyRefused(stream: LiveStream, call: HookCall, around: Surroundings): EndReason | null {
  const { input, disabled, quota, rungs } = stream;
  // Before anything else: who does not have the key learns nothing about the stream.
  if (input.type !== 'push' || !matchesHash(call.name, input.keyHash)) return 'wrong_key';
  if (disabled === 'service') return 'service_inactive';
  if (disabled === 'stream') return 'stream_disabled';
  if (input.addresses !== null) {
    const { policy, list } = input.addresses;
    if (isAmong(call.address, list) !== (policy === 'allow')) return 'address_not_allowed';
  }
  if (input.auth !== null) {
    const { username, passwordHash } = input.auth;
    const given = { username: call.args.get('user') ?? '', password: call.args.get('password') ?? '' };
    if (given.username !== username || !matchesHash(given.password, passwordHash)) return 'wrong_credentials';
  }
  if (around.liveInGroup >= quota.streamsAtOnce) return 'over_quota';
  if (rungs.length > 0 && around.encoders + rungs.length > around.mostEncoders) return 'no_capacity';
  return around.diskIsFull ? 'disk_full' : null;
}
