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

const isPublished = (error: unknown) => error instanceof CallError && error.code === 'ds_published';

/** Asks before a domain is no longer signed. While the parent publishes its DS, that takes the domain away from everybody. */
export function DisableDialog({ domain, security, opened, onClose }: Props) {
  const changed = useSecurityChange();
  // The server may know of a DS that this page has not heard of yet.
  const [told, setTold] = useState(false);
  const published = told || security.parent.ds.length > 0;
  const disable = useMutation({
    mutationFn: () => call(dnsRoutes.setSecurity, { params: paramsOf(domain), body: { status: 0, force: published } }),
    onSuccess: (reply) => {
      toast.success(`DNSSEC is off for ${domain.domain}`, { lasts: 'domainSuccess' });
      onClose();
      changed(reply);
    },
    onError: (error) => {
      if (isPublished(error)) setTold(true);
      tellFailure(dnsMessages.disableDnssec, error);
    },
  });
  const shownError = disable.error && !isPublished(disable.error) ? disable.error : null;
  return (
    <ConfirmDialog
      // What was typed confirms what was shown then.
      key={String(published)}
      opened={opened}
      onClose={() => {
        disable.reset();
        setTold(false);
        onClose();
      }}
      title={published ? 'Disable DNSSEC although the DS is published?' : 'Disable DNSSEC?'}
      action={published ? 'Disable anyway' : 'Disable DNSSEC'}
      busy={disable.isPending}
      error={shownError && wordsOf(shownError, 'DNSSEC could not be disabled. Try again.')}
      onConfirm={() => disable.mutate()}
      danger
      {...(published && { typedName: domain.domain })}
    >
      {published ? (
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
      ) : (
        <>
          Answers about <span className="mono">{domain.domain}</span> are no longer signed. The key is thrown away:
          enabled again, the domain has a new key and a new DS.
        </>
      )}
    </ConfirmDialog>
  );
}
