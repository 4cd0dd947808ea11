import { accountRoutes } from '@headwater/contract/account/routes';
import type { SessionInfo } from '@headwater/contract/account/schema';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { call } from '../../lib/call.ts';
import { wordsOf } from '../../lib/call-error.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toast } from '../../ui/toast.ts';
import { sessionColumns } from './session-columns.tsx';

const sessionsQuery = () => ask(accountRoutes.listSessions, {});

/** Where the person is signed in. */
export function SessionsPanel() {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const sessions = useQuery(sessionsQuery());
  const refetch = () => void client.invalidateQueries({ queryKey: sessionsQuery().queryKey });
  const end = useMutation({
    mutationFn: (sessionId: string) => call(accountRoutes.endSession, { params: { sessionId } }),
    onSuccess: () => toast.success('The session has ended. Whoever used it is signed out.'),
    onError: (error) => toast.error(wordsOf(error, 'The session could not be ended. Try again.')),
    // One that is gone already is not to be listed either.
    onSettled: refetch,
  });
  const endOthers = useMutation({
    mutationFn: () => call(accountRoutes.endOtherSessions, {}),
    onSuccess: ({ ended }) => {
      toast.success(ended === 1 ? 'One session has ended.' : `${ended} sessions have ended.`);
      setAsking(false);
      refetch();
    },
  });
  const { mutate, isPending, variables } = end;
  const ending = isPending ? variables : null;
  const columns = useMemo(() => sessionColumns({ onEnd: mutate, ending }), [mutate, ending]);
  const rows = sessions.data?.sessions;
  const others = rows?.some(({ current }: SessionInfo) => !current);
  return (
    <Panel
      title="Where you are signed in"
      aside={
        others && (
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            End all others
          </Button>
        )
      }
      flush
    >
      <DataTable
        label="Sessions"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        error={sessions.error}
        onRetry={() => void sessions.refetch()}
        empty={null}
        expectedRows={2}
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="End all other sessions?"
        action="End all others"
        busy={endOthers.isPending}
        error={endOthers.error && wordsOf(endOthers.error, 'The sessions could not be ended. Try again.')}
        onConfirm={() => endOthers.mutate()}
        danger
      >
        Every other browser and program that is signed in as you is signed out at once. This one stays.
      </ConfirmDialog>
    </Panel>
  );
}
