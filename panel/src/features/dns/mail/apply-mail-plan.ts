import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { call } from '../../../lib/call.ts';
import { paramsOf } from '../domain-queries.ts';
import { tellFailure } from '../tell-failure.ts';
import type { MailPlan } from './mail-providers.ts';

type Step = { failed: string; run: () => Promise<{ domain: DnsDomain }> };

/** Makes a plan's changes one by one, in an order that leaves the domain with a mail server wherever that can be. */
export async function applyMailPlan(
  domain: DnsDomain,
  { add, change, remove, removeFirst }: MailPlan,
): Promise<DnsDomain> {
  const params = paramsOf(domain);
  const additions = add.map(
    (body): Step => ({
      failed: dnsMessages.addMail,
      run: () => call(dnsRoutes.addMail, { params, body }),
    }),
  );
  const changes = change.map(
    ({ entry, priority }): Step => ({
      failed: dnsMessages.updateMail,
      run: () => call(dnsRoutes.updateMail, { params: { ...params, mailId: entry.id }, body: { priority } }),
    }),
  );
  const removals = remove.map(
    (entry): Step => ({
      failed: dnsMessages.deleteMail,
      run: () => call(dnsRoutes.deleteMail, { params: { ...params, mailId: entry.id } }),
    }),
  );
  const steps = removeFirst ? [...removals, ...changes, ...additions] : [...additions, ...changes, ...removals];
  let last = domain;
  for (const { failed, run } of steps) {
    try {
      ({ domain: last } = await run());
    } catch (error) {
      tellFailure(failed, error);
      throw error;
    }
  }
  return last;
}
