import { recordRoutes } from '@headwater/contract/dns/record-routes';
import type { Serve } from '../../../lib/feature.ts';
import { serve } from '../../../lib/serve.ts';
import { toRecord } from '../records/to-record.ts';
import { endDynamicUrl, makeDynamicUrl } from './switch.ts';
import { useDynamicUrl as answerCall } from './use.ts';

const { getDynamicUrl, disableDynamicUrl, useDynamicUrl } = recordRoutes;

export const serveDynamicUrl: Serve = (deps) =>
  serve(
    deps,
    { getDynamicUrl, disableDynamicUrl, useDynamicUrl },
    {
      async getDynamicUrl({ who, params }) {
        const { url, host, row } = await makeDynamicUrl(deps, who, params);
        return { url, host, record: toRecord(row) };
      },

      async disableDynamicUrl({ who, params }) {
        return { record: toRecord(await endDynamicUrl(deps, who, params)) };
      },

      async useDynamicUrl({ params, query, request, reply }) {
        reply.type('text/plain; charset=utf-8');
        // Whoever only asks whether it is there must not change anything.
        if (request.method === 'HEAD') return reply.send('');
        const { secret } = params;
        const call = { secret, myip: query.myip, caller: request.ip, requestId: request.id };
        const answer = await answerCall(deps, call);
        if (answer.retryAfterSeconds) reply.code(429).header('retry-after', answer.retryAfterSeconds);
        return reply.send('address' in answer ? `${answer.word} ${answer.address}` : answer.word);
      },
    },
  );
