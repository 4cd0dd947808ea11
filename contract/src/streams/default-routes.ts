import { z } from 'zod';
import { Revision } from '../lib/revision.ts';
import { route, success } from '../lib/route.ts';
import { ServiceParams, StreamType } from './schema.ts';
import { DefaultMode, StreamSettings } from './settings.ts';

const tag = 'Live stream settings';
const path = '/services/:serviceId/streams/settings';

export const StreamDefaults = z.object({ settings: StreamSettings, revision: Revision }).meta({ id: 'StreamDefaults' });
export type StreamDefaults = z.infer<typeof StreamDefaults>;

/** Exactly one setting: what is saved together is understood together. */
const oneSetting = StreamSettings.partial().refine(
  (settings) => Object.keys(settings).length === 1,
  'Name exactly one setting',
);

/** A stream that a default changes, and how. */
const StreamChange = z.object({
  streamId: z.string(),
  type: StreamType,
  name: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
const body = z
  .object({ settings: oneSetting, mode: DefaultMode.default('save') })
  .meta({ examples: [{ settings: { ndvr: { enabled: true, windowSeconds: 7200 } }, mode: 'overwrite' }] });

export const streamDefaultRoutes = {
  getStreamDefaults: route({
    method: 'GET',
    path,
    summary: "A service's default settings of streams",
    tag,
    access: 'streams.view',
    notForCdnPlus: true,
    params: ServiceParams,
    status: 200,
    reply: success({ defaults: StreamDefaults }),
    revised: 'defaults',
    errors: ['not_found'],
  }),
  previewStreamDefault: route({
    method: 'POST',
    path: `${path}/preview`,
    summary: 'Which streams saving a default would change',
    tag,
    access: 'streams.manage',
    notForCdnPlus: true,
    safe: true,
    params: ServiceParams,
    body,
    status: 200,
    reply: success({ changes: z.array(StreamChange) }),
    errors: ['not_found'],
  }),
  saveStreamDefault: route({
    method: 'PUT',
    path,
    summary: 'Save a default: for new streams only, added to those of all streams, or instead of theirs',
    tag,
    access: 'streams.manage',
    notForCdnPlus: true,
    params: ServiceParams,
    body,
    status: 200,
    reply: success({ defaults: StreamDefaults, changes: z.array(StreamChange) }),
    revised: 'defaults',
    errors: ['not_found', 'service_inactive'],
  }),
};
