import { mailRoutes } from '@headwater/contract/mail/routes';
import { Modal, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call-error.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import { DateTime } from '../../ui/Time.tsx';
import classes from './EmailDialog.module.css';
import { emailStates } from './email-states.ts';

type Props = { emailId: string | null; onClose: () => void };

/** One message, as text: its one-time links are masked. */
export function EmailDialog({ emailId, onClose }: Props) {
  // What is closing still shows its words.
  const [last, setLast] = useState(emailId);
  if (emailId !== null && emailId !== last) setLast(emailId);
  const query = useQuery({
    ...ask(mailRoutes.getEmail, { params: { emailId: last ?? '' } }),
    enabled: emailId !== null,
  });
  const email = query.data?.email;
  const gone = query.error instanceof CallError && query.error.status === 404;
  return (
    <Modal opened={emailId !== null} onClose={onClose} title={email?.subject ?? 'Message'} size="lg">
      {!email && gone && <EmptyState title="This message does not exist">It may belong to another account.</EmptyState>}
      {!email && query.error && !gone && (
        <ErrorState error={query.error} title="The message could not be loaded" onRetry={() => void query.refetch()} />
      )}
      {!email && !query.error && <Skeleton height={200} />}
      {email && (
        <Stack gap="md">
          <Facts
            facts={[
              { label: 'To', value: email.to },
              { label: 'State', value: <StateDot {...emailStates[email.state]} /> },
              { label: 'Sent', value: email.sentAt === null ? 'Not yet' : <DateTime iso={email.sentAt} /> },
            ]}
          />
          <pre className={classes.text}>{email.text}</pre>
        </Stack>
      )}
    </Modal>
  );
}
