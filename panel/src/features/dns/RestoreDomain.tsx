import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { useRefusal } from '../../lib/permission.ts';
import { RestoreButton } from '../../ui/RestoreButton.tsx';
import { useRestoreDomain } from './use-domain-deeds.ts';

/** Restores a domain from its row in the list of deleted ones. */
export function RestoreDomain({ domain }: { domain: DnsDomain }) {
  const refused = useRefusal(dnsRoutes.restoreDomain);
  const restore = useRestoreDomain(domain);
  return (
    <RestoreButton name={domain.domain} refused={refused} busy={restore.isPending} onRestore={() => restore.mutate()} />
  );
}
