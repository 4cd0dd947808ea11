import type { DnsDomain } from '@headwater/contract/dns/domain';
import { wordsOf } from '../../lib/call-error.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useDeleteDomain } from './use-domain-deeds.ts';

type Props = { domain: DnsDomain; opened: boolean; onClose: () => void; onDeleted?: () => void };

/** Asks before a domain is no longer answered. */
export function DeleteDomainDialog({ domain, opened, onClose, onDeleted }: Props) {
  const remove = useDeleteDomain(domain, () => {
    onClose();
    onDeleted?.();
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${domain.domain}?`}
      action="Delete domain"
      busy={remove.isPending}
      error={remove.error && wordsOf(remove.error, 'The domain could not be deleted. Try again.')}
      onConfirm={() => remove.mutate()}
      danger
    >
      Our name servers stop answering for <span className="mono">{domain.domain}</span> at once: its website and its
      mail can no longer be found. For 30 days it can be restored with all its records; after that nothing brings it
      back.
    </ConfirmDialog>
  );
}
