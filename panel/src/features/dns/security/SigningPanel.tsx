import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import type { DnsSecurity } from '@headwater/contract/dns/security-routes';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useRefusal } from '../../../lib/permission.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { Refusable } from '../../../ui/Refusable.tsx';
import { StateDot } from '../../../ui/StateDot.tsx';
import { toast } from '../../../ui/toast.ts';
import { paramsOf } from '../domain-queries.ts';
import { tellFailure } from '../tell-failure.ts';
import { DisableDialog } from './DisableDialog.tsx';
import classes from './Security.module.css';
import { useSecurityChange } from './security-query.ts';

type Props = { domain: DnsDomain; security: DnsSecurity };

/** Switches signatures on and off. */
export function SigningPanel({ domain, security }: Props) {
  const changed = useSecurityChange();
  const refused = useRefusal(dnsRoutes.setSecurity);
  const [asking, setAsking] = useState(false);
  const signed = security.status === 1;
  const enable = useMutation({
    mutationFn: () => call(dnsRoutes.setSecurity, { params: paramsOf(domain), body: { status: 1 } }),
    onSuccess: (reply) => {
      toast.success(`DNSSEC is on for ${domain.domain}. Now enter the DS at your registrar.`, {
        lasts: 'domainSuccess',
      });
      changed(reply);
    },
    onError: (error) => tellFailure(dnsMessages.enableDnssec, error),
  });
  const button = signed ? (
    <Button variant="outline" color="red" size="xs" onClick={() => setAsking(true)}>
      Disable DNSSEC
    </Button>
  ) : (
    <Button size="xs" loading={enable.isPending} onClick={() => enable.mutate()}>
      Enable DNSSEC
    </Button>
  );
  return (
    <Panel title="DNSSEC" aside={<Refusable reason={refused}>{button}</Refusable>}>
      <p className={classes.text} role="status">
        <StateDot tone={signed ? 'live' : 'off'} word={signed ? 'On' : 'Off'} detail={security.statusText} wrap />
      </p>
      <p className={classes.text}>
        DNSSEC signs every answer about {domain.domain}, so that resolvers notice when somebody forges one. It takes two
        steps, in this order:
      </p>
      <ol className={classes.steps}>
        <li data-done={signed || undefined}>
          Enable it here. Our name servers sign the domain and keep the signatures fresh.
        </li>
        <li data-done={(signed && security.parent.state === 'published') || undefined}>
          Enter the DS record at your registrar, who hands it to the parent zone. Then check here that it arrived.
        </li>
      </ol>
      <p className={classes.text}>
        To switch it off, go the other way round: remove the DS at your registrar first, wait a day until it is
        forgotten everywhere, and then disable it here. Enabled again later, the domain gets a new key and a new DS.
      </p>
      <DisableDialog domain={domain} security={security} opened={asking} onClose={() => setAsking(false)} />
    </Panel>
  );
}
