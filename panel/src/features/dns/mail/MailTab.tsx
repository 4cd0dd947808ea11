import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useLoadFailure } from '../tell-failure.ts';
import { DkimPanel } from './DkimPanel.tsx';
import { DmarcPanel } from './DmarcPanel.tsx';
import { MailServersPanel } from './MailServersPanel.tsx';
import { mailQuery } from './mail-queries.ts';
import { SpfPanel } from './SpfPanel.tsx';

/** Where mail for a domain goes, and who may send in its name. Everything here is an ordinary record. */
export default function MailTab({ domain }: { domain: DnsDomain }) {
  const query = useQuery(mailQuery(domain));
  useLoadFailure(dnsMessages.loadMail, query.error);
  const { mail, policy } = query.data ?? {};
  if (query.error && !query.data) {
    return (
      <Panel>
        <ErrorState error={query.error} title={dnsMessages.loadMail} onRetry={() => void query.refetch()} />
      </Panel>
    );
  }
  return (
    <Stack gap="md">
      <MailServersPanel domain={domain} mail={mail} spf={policy?.spf} />
      <SpfPanel domain={domain} mail={mail} spf={policy?.spf} />
      <DkimPanel domain={domain} />
      <DmarcPanel domain={domain} dmarc={policy?.dmarc} />
    </Stack>
  );
}
