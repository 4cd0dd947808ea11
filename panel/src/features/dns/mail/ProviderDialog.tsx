import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { MailEntry, Policy } from '@headwater/contract/dns/mail-routes';
import { Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOf } from '../../../lib/call-error.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { applyMailPlan } from './apply-mail-plan.ts';
import classes from './Mail.module.css';
import { type Provider, planMail } from './mail-providers.ts';
import { useMailChange } from './mail-queries.ts';
import { saveText } from './save-text.ts';
import { parseSpf } from './spf.ts';
import { tooManyLookups, withProvider } from './spf-form.ts';

type Props = {
  domain: DnsDomain;
  mail: MailEntry[];
  spf: readonly Policy[];
  provider: Provider | null;
  onClose: () => void;
};

/** Shows what a provider needs and what goes for it, then makes it so. */
export function ProviderDialog({ domain, mail, spf, provider, onClose }: Props) {
  const changed = useMailChange();
  const servers = provider?.servers(domain.domain) ?? [];
  const plan = planMail(mail, servers);
  const [sends, setSends] = useState(true);
  const texts = spf.map(({ text }) => text);
  const senders = provider?.spf === undefined ? null : withProvider(texts, provider.spf);
  // What allows this provider already stays as it was written.
  const allows = spf.length === 1 && provider?.spf !== undefined && parseSpf(texts[0]!).includes.includes(provider.spf);
  const offered = senders !== null && !allows;
  const tooMany = offered ? tooManyLookups(senders) : null;
  const adds = offered && sends && tooMany === null;
  const apply = useMutation({
    mutationFn: async () => {
      const done = await applyMailPlan(domain, plan);
      return adds ? (await saveText(done, spf, { host: '@', text: senders })).domain : done;
    },
    onSuccess: () => {
      toast.success(`Mail is set up for ${provider?.label}`, { lasts: 'domainSuccess' });
      setSends(true);
      onClose();
    },
    // Part of it may have been done.
    onSettled: (done) => changed(done ?? domain),
  });
  const unchanged = plan.add.length + plan.change.length + plan.remove.length === 0;
  const nothing = unchanged && !adds;
  return (
    <ConfirmDialog
      opened={provider !== null}
      onClose={() => {
        apply.reset();
        setSends(true);
        onClose();
      }}
      title={`Mail: ${provider?.label ?? ''}`}
      action={nothing ? 'Done' : 'Set up mail'}
      busy={apply.isPending}
      error={apply.error && wordsOf(apply.error, 'Not everything could be set up. Try again.')}
      onConfirm={() => (nothing ? onClose() : apply.mutate())}
    >
      {unchanged ? (
        <p className={classes.text}>These mail servers are there already.{nothing && ' There is nothing to change.'}</p>
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
      {offered && (
        <Checkbox
          mt="md"
          checked={adds}
          disabled={tooMany !== null}
          error={tooMany}
          onChange={(event) => setSends(event.currentTarget.checked)}
          label={`${provider?.label} may send in your name as well (SPF)`}
          description={
            <>
              {spf.length === 0
                ? 'Adds'
                : spf.length === 1
                  ? 'Changes the SPF record to'
                  : 'Makes your SPF records one:'}{' '}
              <span className={`mono ${classes.policyText}`}>{senders}</span>
            </>
          }
        />
      )}
      <p className={classes.text}>{provider?.note}</p>
    </ConfirmDialog>
  );
}
