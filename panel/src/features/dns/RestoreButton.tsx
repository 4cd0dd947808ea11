import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Button } from '@mantine/core';
import { useRefusal } from '../../lib/permission.ts';
import { Refusable } from '../../ui/Refusable.tsx';
import { useRestoreDomain } from './use-domain-deeds.ts';

/** Restores a domain from its row in the list of deleted ones. */
export function RestoreButton({ domain }: { domain: DnsDomain }) {
  const refused = useRefusal(dnsRoutes.restoreDomain);
  const restore = useRestoreDomain(domain);
  return (
    <Refusable reason={refused}>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Restore ${domain.domain}`}
        loading={restore.isPending}
        onClick={() => restore.mutate()}
      >
        Restore
      </Button>
    </Refusable>
  );
}
