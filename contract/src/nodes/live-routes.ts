import { z } from 'zod';
import { route, success } from '../lib/route.ts';
import { LiveReport, RecordingPlace } from './live-report.ts';

const tag = 'Nodes';

/** What live nodes alone say to the control plane. */
export const liveNodeRoutes = {
  reportLive: route({
    method: 'POST',
    path: '/nodes/live',
    summary:
      'Hand over what became of streams; the same batch twice counts once. Says where finished recordings are to go',
    tag,
    access: 'node',
    internal: true,
    body: LiveReport,
    status: 200,
    reply: success({
      counted: z.boolean(),
      places: z.array(RecordingPlace),
      /** Of the recordings that the batch tells of: those that were deleted. The node drops what it has of them. */
      gone: z.array(z.string()),
    }),
    bodyLimitBytes: 32_000_000,
  }),
};
