import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { MailEntry } from '@headwater/contract/dns/mail-routes';
import { useMutation } from '@tanstack/react-query';
import { wordsOf } from '../../../lib/call-error.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { applyMailPlan } from './apply-mail-plan.ts';
import classes from './Mail.module.css';
import { type Provider, planMail } from './mail-providers.ts';
import { useMailChange } from './mail-queries.ts';

type Props = { domain: DnsDomain; mail: MailEntry[]; provider: Provider | null; onClose: () => void };

/** Shows what a provider needs and what goes for it, then makes it so. */
export function ProviderDialog({ domain, mail, provider, onClose }: Props) {
  const changed = useMailChange();
  const servers = provider?.servers(domain.domain) ?? [];
  const plan = planMail(mail, servers);
  const apply = useMutation({
    mutationFn: () => applyMailPlan(domain, plan),
    onSuccess: () => {
      toast.success(`Mail is set up for ${provider?.label}`, { lasts: 'domainSuccess' });
      onClose();
    },
    // Part of it may have been done.
    onSettled: (done) => changed(done ?? domain),
  });
  const nothing = plan.add.length + plan.change.length + plan.remove.length === 0;
  return (
    <ConfirmDialog
      opened={provider !== null}
      onClose={() => {
        apply.reset();
        onClose();
      }}
      title={`Mail: ${provider?.label ?? ''}`}
      action={nothing ? 'Done' : 'Set up mail'}
      busy={apply.isPending}
      error={apply.error && wordsOf(apply.error, 'Not everything could be set up. Try again.')}
      onConfirm={() => (nothing ? onClose() : apply.mutate())}
    >
      {nothing ? (
        <p className={classes.text}>These mail servers are there already. There is nothing to change.</p>
      ) : (
        <ul className={classes.plan}>
          {plan.remove.map(({ id, record, priority }) => (
            <li key={id} data-goes>
              Remove <span className="mono">{`MX ${priority} ${record}`}</span>
            </li>
          ))}
          {plan.change.map(({ entry, priority }) => (
            <li key={entry.id}>
              Change <span className="mono">{`MX ${entry.priority} ${entry.record}`}</span> to priority {priority}
            </li>
          ))}
          {plan.add.map(({ record, priority }) => (
            <li key={record}>
              Add <span className="mono">{`MX ${priority} ${record}`}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.text}>{provider?.note}</p>
    </ConfirmDialog>
  );
}
