import type { TwoStep } from '@headwater/contract/two-step/schema';
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import { DateTime } from '../../ui/Time.tsx';
import { NewCodesDialog } from './NewCodesDialog.tsx';
import { SetUpDialog } from './SetUpDialog.tsx';
import { SwitchOffDialog } from './SwitchOffDialog.tsx';
import { twoStepQuery } from './two-step-query.ts';

/** Fewer codes than this are soon none. */
const fewCodes = 3;

type Opened = 'set-up' | 'new-codes' | 'off' | null;

/** Whether the own sign-in takes a code as well as the password. */
export function TwoStepPanel() {
  const query = useQuery(twoStepQuery());
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const state = query.data;
  return (
    <Panel
      title="Two-step sign-in"
      aside={state && <StateDot tone={state.enabled ? 'live' : 'off'} word={state.enabled ? 'On' : 'Off'} />}
    >
      {query.error && !state && (
        <ErrorState error={query.error} title="It could not be loaded" onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Skeleton height={90} />}
      {state && (state.enabled ? <On state={state} onOpen={setOpened} /> : <Off onOpen={setOpened} />)}
      <SetUpDialog opened={opened === 'set-up'} onClose={close} />
      <NewCodesDialog opened={opened === 'new-codes'} onClose={close} />
      <SwitchOffDialog opened={opened === 'off'} onClose={close} />
    </Panel>
  );
}

type Part = { onOpen: (what: Opened) => void };

const Off = ({ onOpen }: Part) => (
  <Stack gap="md">
    <Text>
      A code from an app on your phone is asked for as well as your password. Whoever learns the password alone does not
      get in.
    </Text>
    <div>
      <Button variant="default" onClick={() => onOpen('set-up')}>
        Set up
      </Button>
    </div>
  </Stack>
);

const On = ({ state, onOpen }: Part & { state: TwoStep }) => (
  <Stack gap="md">
    <Facts
      facts={[
        { label: 'On since', value: state.enabledAt && <DateTime iso={state.enabledAt} /> },
        { label: 'Codes left', value: state.recoveryCodesLeft },
      ]}
    />
    {state.recoveryCodesLeft < fewCodes && (
      <Alert color="yellow" p="xs">
        Few recovery codes are left. Make new ones, so that you get in without your phone as well.
      </Alert>
    )}
    <Group gap="xs">
      <Button variant="default" onClick={() => onOpen('new-codes')}>
        Make new recovery codes
      </Button>
      <Button variant="subtle" color="red" onClick={() => onOpen('off')}>
        Switch off
      </Button>
    </Group>
  </Stack>
);
