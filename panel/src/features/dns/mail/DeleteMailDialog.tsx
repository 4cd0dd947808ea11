import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { MailEntry } from '@headwater/contract/dns/mail-routes';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { wordsOf } from '../../../lib/call-error.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { paramsOf } from '../domain-queries.ts';
import { tellFailure } from '../tell-failure.ts';
import { useMailChange } from './mail-queries.ts';

type Props = { domain: DnsDomain; entry: MailEntry | null; onClose: () => void };

/** Asks before a mail server is no longer named. */
export function DeleteMailDialog({ domain, entry, onClose }: Props) {
  const changed = useMailChange();
  const remove = useMutation({
    mutationFn: (mailId: string) => call(dnsRoutes.deleteMail, { params: { ...paramsOf(domain), mailId } }),
    onSuccess: (reply) => {
      toast.success('The mail server was deleted', { lasts: 'domainSuccess' });
      changed(reply.domain);
      onClose();
    },
    onError: (error) => tellFailure(dnsMessages.deleteMail, error),
  });
  return (
    <ConfirmDialog
      opened={entry !== null}
      onClose={onClose}
      title="Delete mail server?"
      action="Delete mail server"
      busy={remove.isPending}
      error={remove.error && wordsOf(remove.error, 'The mail server could not be deleted. Try again.')}
      onConfirm={() => entry && remove.mutate(entry.id)}
      danger
    >
      Mail for {domain.domain} is no longer brought to <span className="mono">{entry?.record}</span>. The change can be
      undone from the records.
    </ConfirmDialog>
  );
}
