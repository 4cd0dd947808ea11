import { NewStream, type StreamInput, type StreamType } from '@headwater/contract/streams/schema';
import { initialSettings } from '@headwater/contract/streams/settings';
import type { z } from 'zod';
import { problemsOf } from '../../lib/form-check.ts';
import { choosesInput } from './stream-types.ts';

/** What stands in the fields, named as the API names them, so that its refusals find theirs. */
export type CreateValues = {
  name: string;
  alias: string;
  serverId: string;
  input: StreamInput;
  sources: { url: string }[];
  delaySeconds: number | string;
  settings: { dvr: { retentionDays: number | string | null } };
};

export const nothingYet = (type: StreamType): CreateValues => ({
  name: '',
  alias: '',
  serverId: '',
  input: type === 'pull' ? 'pull' : 'push',
  sources: [{ url: '' }],
  delaySeconds: 60,
  settings: { dvr: { retentionDays: initialSettings.dvr.retentionDays } },
});

/** What is sent: only what belongs to the type, and nothing that was left to us. */
export function bodyOf(type: StreamType, values: CreateValues): z.input<typeof NewStream> {
  const { name, alias, serverId, input, sources, delaySeconds, settings } = values;
  return {
    name,
    ...(alias.trim() !== '' && { alias }),
    ...(serverId !== '' && { serverId }),
    ...(choosesInput(type) && { input }),
    ...(input === 'pull' && { sources }),
    ...(type === 'timeshift' && { delaySeconds: delaySeconds as number }),
    ...(type === 'dvr' && {
      settings: { dvr: { enabled: true, retentionDays: settings.dvr.retentionDays as number | null } },
    }),
  };
}

/** What keeps the stream from being created, by field. */
export const createProblems = (type: StreamType, values: CreateValues): Record<string, string> =>
  problemsOf(NewStream, bodyOf(type, values));
