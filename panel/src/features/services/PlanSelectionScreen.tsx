import '../../ui/app-styles.ts';
import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from '../../lib/permission.ts';
import { useTitle } from '../../lib/use-title.ts';
import { DemoMailHint } from '../../ui/DemoMailHint.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PlainPage } from '../../ui/PlainPage.tsx';
import { SendVerification } from '../../ui/SendVerification.tsx';
import { Plans } from './Plans.tsx';

/** Until the address is verified, the page asks by itself whether it is: the link is opened in another tab. */
const verifiedPollMs = 5000;

const logOut = (
  <ButtonLink to="/logout" preload={false} variant="subtle" color="gray">
    Log out
  </ButtonLink>
);

/** Where an account without a service chooses its first one. */
export function PlanSelectionScreen(): ReactNode {
  useTitle('Choose a plan');
  const session = useQuery({
    ...sessionQuery(),
    refetchInterval: ({ state }) => (state.data?.client.email_verified === false ? verifiedPollMs : false),
  });
  const client = session.data?.client;
  if (session.error && !client) {
    return (
      <PlainPage>
        <ErrorState
          error={session.error}
          title="Your account could not be loaded"
          onRetry={() => void session.refetch()}
        />
      </PlainPage>
    );
  }
  if (client && !client.email_verified) {
    return (
      <PlainPage>
        <Stack gap="sm">
          <Title order={1}>Verify your e-mail address</Title>
          <Text c="dimmed">
            A message with a link was sent to <b>{client.email}</b>. Follow it, and this page goes on to the plans. If
            nothing arrives, look into the spam folder, or have it sent once more.
          </Text>
          <DemoMailHint />
          <Group gap="xs" mt="xs">
            <SendVerification size="sm" />
            {logOut}
          </Group>
        </Stack>
      </PlainPage>
    );
  }
  return (
    <PlainPage wide footer={logOut}>
      {client ? <Plans /> : <Skeleton height={320} />}
    </PlainPage>
  );
}
