import type { DnsDomain } from '@headwater/contract/dns/domain';

export default function MailTab({ domain: _ }: { domain: DnsDomain }) {
  return null;
}
