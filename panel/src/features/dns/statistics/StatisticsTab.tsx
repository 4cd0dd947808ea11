import type { DnsDomain } from '@headwater/contract/dns/domain';

export default function StatisticsTab({ domain: _ }: { domain: DnsDomain }) {
  return null;
}
