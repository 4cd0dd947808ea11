import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { Policy } from '@headwater/contract/dns/mail-routes';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { call } from '../../../lib/call.ts';
import { paramsOf } from '../domain-queries.ts';
import { tellFailure } from '../tell-failure.ts';

type Text = { host: string; text: string };

/** Makes a TXT record the only one of its kind: it takes the place of one that is there, and the others go. */
export async function saveText(
  domain: DnsDomain,
  there: readonly Policy[],
  { host, text }: Text,
): Promise<{ domain: DnsDomain }> {
  const params = paramsOf(domain);
  // Two records of one text are refused, so that one is kept which has it already.
  const kept = there.find((one) => one.text === text) ?? there[0];
  const ids = there.flatMap(({ id }) => (id === kept?.id ? [] : [id]));
  const update = { params: { ...params, recordId: kept?.id ?? '' }, body: { record: text } };
  let failed: string = kept ? dnsMessages.updateRecord : dnsMessages.createRecord;
  try {
    let reply: { domain: DnsDomain } = kept
      ? await call(dnsRoutes.updateRecord, update)
      : await call(dnsRoutes.createRecord, { params, body: { host, type: 'TXT', record: text } });
    failed = dnsMessages.deleteRecord;
    if (ids.length > 0) reply = await call(dnsRoutes.deleteRecords, { params, body: { ids } });
    return reply;
  } catch (error) {
    tellFailure(failed, error);
    throw error;
  }
}
