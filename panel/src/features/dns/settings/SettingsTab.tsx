import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRefusal } from '../../../lib/permission.ts';
import { ActionLine } from '../../../ui/ActionLine.tsx';
import { DeedLine } from '../../../ui/DeedLine.tsx';
import { Panel } from '../../../ui/Panel.tsx';
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
        {domain.preferred ? (
          <ActionLine
            level="h2"
            title="Preferred domain"
            text="It is the one that the service's DNS page opens by itself."
          >
            <StateDot tone="live" word="Preferred" />
          </ActionLine>
        ) : (
          <DeedLine
            deed="Set as preferred"
            title="Preferred domain"
            text="The preferred domain is the one that the service's DNS page opens by itself."
            refused={refused}
            busy={prefer.isPending}
            onDo={() => prefer.mutate()}
          />
        )}
        <DeedLine
          deed={enabled ? 'Disable domain' : 'Enable domain'}
          text={
            enabled
              ? 'Our name servers stop answering for it. Records and settings stay.'
              : 'Our name servers answer for it again, with the records as they are now.'
          }
          refused={refused}
          busy={setStatus.isPending}
          onDo={() => (enabled ? setAsking('disable') : setStatus.mutate(1))}
        />
        <DeedLine
          deed="Delete domain"
          text="Nobody finds its website or its mail any more. It can be restored with all its records for 30 days."
          refused={refused}
          danger
          onDo={() => setAsking('delete')}
        />
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
