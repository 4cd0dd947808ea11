import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRefusal } from '../../../lib/permission.ts';
import { ActionLine } from '../../../ui/ActionLine.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Refusable } from '../../../ui/Refusable.tsx';
import { StateDot } from '../../../ui/StateDot.tsx';
import { DelegationPanel } from '../DelegationPanel.tsx';
import { DeleteDomainDialog } from '../DeleteDomainDialog.tsx';
import { DisableDomainDialog } from '../DisableDomainDialog.tsx';
import { useDomainStatus, usePreferDomain } from '../use-domain-deeds.ts';
import { DomainFacts } from './DomainFacts.tsx';

/** What a domain is, who serves it, and what ends that. */
export default function SettingsTab({ serviceId, domain }: { serviceId: number; domain: DnsDomain }) {
  const [asking, setAsking] = useState<'disable' | 'delete' | null>(null);
  const navigate = useNavigate();
  const refused = useRefusal(dnsRoutes.setDomainStatus);
  const setStatus = useDomainStatus(domain);
  const prefer = usePreferDomain(domain);
  const enabled = domain.status === 1;
  const stop = () => setAsking(null);
  return (
    <Stack gap="md">
      <Panel title="Domain">
        <DomainFacts domain={domain} />
      </Panel>
      <DelegationPanel domain={domain} />
      <Panel flush>
        <ActionLine
          level="h2"
          title="Preferred domain"
          text={
            domain.preferred
              ? "It is the one that the service's DNS page opens by itself."
              : "The preferred domain is the one that the service's DNS page opens by itself."
          }
        >
          {domain.preferred ? (
            <StateDot tone="live" word="Preferred" />
          ) : (
            <Refusable reason={refused}>
              <Button variant="default" loading={prefer.isPending} onClick={() => prefer.mutate()}>
                Set as preferred
              </Button>
            </Refusable>
          )}
        </ActionLine>
        <ActionLine
          level="h2"
          title={enabled ? 'Disable domain' : 'Enable domain'}
          text={
            enabled
              ? 'Our name servers stop answering for it. Records and settings stay.'
              : 'Our name servers answer for it again, with the records as they are now.'
          }
        >
          <Refusable reason={refused}>
            <Button
              variant="default"
              loading={setStatus.isPending}
              onClick={() => (enabled ? setAsking('disable') : setStatus.mutate(1))}
            >
              {enabled ? 'Disable domain' : 'Enable domain'}
            </Button>
          </Refusable>
        </ActionLine>
        <ActionLine
          level="h2"
          title="Delete domain"
          text="Nobody finds its website or its mail any more. It can be restored with all its records for 30 days."
        >
          <Refusable reason={refused}>
            <Button variant="outline" color="red" onClick={() => setAsking('delete')}>
              Delete domain
            </Button>
          </Refusable>
        </ActionLine>
      </Panel>
      <DisableDomainDialog domain={domain} opened={asking === 'disable'} onClose={stop} />
      <DeleteDomainDialog
        domain={domain}
        opened={asking === 'delete'}
        onClose={stop}
        onDeleted={() => void navigate({ to: '/$serviceId/domains', params: { serviceId: String(serviceId) } })}
      />
    </Stack>
  );
}
