import type { NodeKind } from '@headwater/contract/nodes/routes';
import type { Feature, Followed } from '../../lib/feature.ts';

/** What the features have nodes do, of every kind. */
export const listFollowed = (features: readonly Feature[]): Followed[] =>
  // The longest prefix first: of what is a part of another's keys, it decides.
  features.flatMap(({ followed = [] }) => followed).sort((a, b) => b.prefix.length - a.prefix.length);

export const findFollowed = (followed: readonly Followed[], kind: NodeKind, key: string): Followed | undefined =>
  followed.find((one) => one.kind === kind && key.startsWith(one.prefix));
