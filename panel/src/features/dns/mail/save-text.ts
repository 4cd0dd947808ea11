import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { call } from '../../../lib/call.ts';
import { paramsOf } from '../domain-queries.ts';
import { tellFailure } from '../tell-failure.ts';

type Text = { id: string | undefined; host: string; text: string };

/** Writes a TXT record: the one that is there already, or a new one. */
export async function saveText(domain: DnsDomain, { id, host, text }: Text) {
  const params = paramsOf(domain);
  try {
    return id === undefined
      ? await call(dnsRoutes.createRecord, { params, body: { host, type: 'TXT', record: text } })
      : await call(dnsRoutes.updateRecord, { params: { ...params, recordId: id }, body: { record: text } });
  } catch (error) {
    tellFailure(id === undefined ? dnsMessages.createRecord : dnsMessages.updateRecord, error);
    throw error;
  }
}
