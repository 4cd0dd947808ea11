import type { DnsDomain } from '@headwater/contract/dns/domain';

export default function SecurityTab({ domain: _ }: { domain: DnsDomain }) {
  return null;
}
