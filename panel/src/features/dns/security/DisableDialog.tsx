import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import type { DnsSecurity } from '@headwater/contract/dns/security-routes';
import { Alert, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { CallError, wordsOf } from '../../../lib/call-error.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { paramsOf } from '../domain-queries.ts';
import { tellFailure } from '../tell-failure.ts';
import { useSecurityChange } from './security-query.ts';

type Props = { domain: DnsDomain; security: DnsSecurity; opened: boolean; onClose: () => void };

/** What the server refuses until the customer insists. */
type Danger = 'ds_published' | 'ds_unknown';
const dangerOf = (error: unknown): Danger | null =>
  error instanceof CallError && (error.code === 'ds_published' || error.code === 'ds_unknown') ? error.code : null;
const titles = {
  ds_published: 'Disable DNSSEC although the DS is published?',
  ds_unknown: 'Disable DNSSEC although the parent could not be asked?',
};

/** Asks before a domain is no longer signed. While the parent publishes its DS, that takes the domain away from everybody. */
export function DisableDialog({ domain, security, opened, onClose }: Props) {
  const changed = useSecurityChange();
  // The server may know of a DS that this page has not heard of yet.
  const [told, setTold] = useState<Danger | null>(null);
  const danger = told ?? (security.parent.ds.length > 0 ? 'ds_published' : null);
  const isUnknown = ['unchecked', 'unreachable'].includes(security.parent.state);
  const disable = useMutation({
    mutationFn: () =>
      call(dnsRoutes.setSecurity, { params: paramsOf(domain), body: { status: 0, force: danger !== null } }),
    onSuccess: (reply) => {
      toast.success(`DNSSEC is off for ${domain.domain}`, { lasts: 'domainSuccess' });
      onClose();
      changed(reply);
    },
    onError: (error) => {
      const known = dangerOf(error);
      if (known) setTold(known);
      tellFailure(dnsMessages.disableDnssec, error);
    },
  });
  const shownError = disable.error && dangerOf(disable.error) === null ? disable.error : null;
  return (
    <ConfirmDialog
      // What was typed confirms what was shown then.
      key={danger}
      opened={opened}
      onClose={() => {
        disable.reset();
        setTold(null);
        onClose();
      }}
      title={danger ? titles[danger] : 'Disable DNSSEC?'}
      action={danger ? 'Disable anyway' : 'Disable DNSSEC'}
      busy={disable.isPending}
      error={shownError && wordsOf(shownError, 'DNSSEC could not be disabled. Try again.')}
      onConfirm={() => disable.mutate()}
      danger
      {...(danger && { typedName: domain.domain })}
    >
      {danger === 'ds_unknown' && (
        <Stack gap="sm">
          <Alert color="red" title="The domain may stop working">
            The parent zone could not be asked whether it publishes a DS of {domain.domain}. If it does, resolvers that
            check signatures refuse every answer once there are none.
          </Alert>
          <span>
            Try again in a few minutes. Go on now only if you know that no DS of this domain was ever handed in at its
            registrar, or that it was removed at least a day ago.
          </span>
        </Stack>
      )}
      {danger === 'ds_published' && (
        <Stack gap="sm">
          <Alert color="red" title="The domain would stop working">
            The parent zone still publishes a DS of {domain.domain}. Without signatures, resolvers that check them
            refuse every answer: website and mail can no longer be found by much of the world.
          </Alert>
          <span>
            Remove the DS at your registrar first, wait a day until it is forgotten everywhere, then come back. Go on
            now only if the domain is not in use.
          </span>
        </Stack>
      )}
      {danger === null && (
        <>
          Answers about <span className="mono">{domain.domain}</span> are no longer signed. The key is thrown away:
          enabled again, the domain has a new key and a new DS.
          {isUnknown && ' Whether the parent zone publishes a DS is not known yet: it is asked first.'}
        </>
      )}
    </ConfirmDialog>
  );
}
