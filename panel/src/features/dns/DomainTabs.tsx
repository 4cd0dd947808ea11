import type { DnsDomain } from '@headwater/contract/dns/domain';
import { Skeleton, Stack, Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import classes from '../../ui/Tabs.module.css';
import { useSelectedInView } from '../../ui/use-selected-in-view.ts';
import { DelegationPanel } from './DelegationPanel.tsx';
import { isDelegated } from './delegation-words.ts';
import { type DnsSearch, type DnsTab, dnsTabs } from './dns-search.ts';

type TabProps = { serviceId: number; domain: DnsDomain };

const tabs: Record<DnsTab, { label: string; Content: ComponentType<TabProps> }> = {
  records: { label: 'Records', Content: lazy(() => import('./records/RecordsTab.tsx')) },
  mail: { label: 'Mail', Content: lazy(() => import('./mail/MailTab.tsx')) },
  security: { label: 'DNSSEC', Content: lazy(() => import('./security/SecurityTab.tsx')) },
  soa: { label: 'SOA', Content: lazy(() => import('./soa/SoaTab.tsx')) },
  statistics: { label: 'Statistics', Content: lazy(() => import('./statistics/StatisticsTab.tsx')) },
  settings: { label: 'Settings', Content: lazy(() => import('./settings/SettingsTab.tsx')) },
};

type Props = { serviceId: number; domainId: string; domain: DnsDomain | undefined };

const placeholder = <Skeleton height={240} />;

/** The tabs of a domain. Until visitors reach our name servers, what there is to do about it stands above the first. */
export function DomainTabs({ serviceId, domainId, domain }: Props) {
  const { tab = 'records' } = useSearch({ strict: false }) as DnsSearch;
  const navigate = useNavigate();
  const list = useSelectedInView<HTMLDivElement>(tab);
  const show = (next: string | null) =>
    void navigate({
      to: '/$serviceId/dns',
      params: { serviceId: String(serviceId) },
      search: { domain: domainId, ...(next !== 'records' && { tab: next as DnsTab }) },
    });
  const unreached = domain && tab === 'records' && !isDelegated(domain.delegation);
  return (
    <Stack gap="md">
      {unreached && <DelegationPanel domain={domain} />}
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List ref={list} mb="md" aria-label="Domain" className={classes.tabs}>
          {dnsTabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {tabs[name].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {dnsTabs.map((name) => {
          const { Content } = tabs[name];
          return (
            <Tabs.Panel key={name} value={name}>
              <Suspense fallback={placeholder}>
                {domain ? <Content serviceId={serviceId} domain={domain} /> : placeholder}
              </Suspense>
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Stack>
  );
}
