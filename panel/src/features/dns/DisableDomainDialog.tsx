import type { DnsDomain } from '@headwater/contract/dns/domain';
import { wordsOf } from '../../lib/call-error.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useDomainStatus } from './use-domain-deeds.ts';

type Props = { domain: DnsDomain; opened: boolean; onClose: () => void };

/** Asks before a domain pauses. */
export function DisableDomainDialog({ domain, opened, onClose }: Props) {
  const setStatus = useDomainStatus(domain, onClose);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Disable ${domain.domain}?`}
      action="Disable domain"
      busy={setStatus.isPending}
      error={setStatus.error && wordsOf(setStatus.error, 'The domain could not be disabled. Try again.')}
      onConfirm={() => setStatus.mutate(0)}
      danger
    >
      Our name servers stop answering for <span className="mono">{domain.domain}</span> until it is enabled again. Its
      records and settings stay as they are.
    </ConfirmDialog>
  );
}
