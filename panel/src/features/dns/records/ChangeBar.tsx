import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { LastChange } from '@headwater/contract/dns/record';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { DeploymentState } from '../../../ui/DeploymentState.tsx';
import { Refusable } from '../../../ui/Refusable.tsx';
import { Ago } from '../../../ui/Time.tsx';
import { toast } from '../../../ui/toast.ts';
import { paramsOf } from '../domain-queries.ts';
import { tellFailure } from '../tell-failure.ts';
import classes from './RecordsTab.module.css';
import { useRecordNews } from './record-queries.ts';

type Props = { domain: DnsDomain; change: LastChange; refused: string | null };

/** The newest change: what it was, whether the name servers answer it, and the way back. */
export function ChangeBar({ domain, change, refused }: Props) {
  const key = paramsOf(domain);
  const tell = useRecordNews(key);
  const undo = useMutation({
    mutationFn: () => call(dnsRoutes.undoChange, { params: key }),
    onSuccess: ({ undone, domain: next }) => {
      tell({ domain: next });
      toast.success(`Undone: ${undone.summary}`);
    },
    onError: (error) => {
      tellFailure('The change could not be undone', error);
      tell({});
    },
  });
  return (
    <section className={classes.change} aria-label="Last change">
      <span className={classes.words}>
        <strong role="status">{change.summary}</strong>{' '}
        <span className={classes.by}>
          {change.by} · <Ago iso={change.at} />
        </span>
      </span>
      <span className={classes.deployment}>
        <DeploymentState deployment={domain.deployment} node="name server" />
      </span>
      <Refusable reason={refused}>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconArrowBackUp size={14} />}
          loading={undo.isPending}
          onClick={() => undo.mutate()}
        >
          Undo
        </Button>
      </Refusable>
    </section>
  );
}
