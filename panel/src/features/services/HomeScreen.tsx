import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { may, sessionQuery, viewRefusal } from '../../lib/permission.ts';
import { nameOf } from '../../lib/session.ts';
import { useTitle } from '../../lib/use-title.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ServiceTable } from './ServiceTable.tsx';

const colours = { info: 'spring', warning: 'yellow', danger: 'red' };

/** The account's home: what it should know, and its services. */
export function HomeScreen(): ReactNode {
  useTitle('Home');
  const { data: session } = useQuery(sessionQuery());
  if (!session) return null;
  const { client } = session;
  const allowed = may(session, { access: 'services.view' });
  return (
    <Page
      title={`Welcome, ${nameOf(session)}`}
      lead={allowed && <span>Choose the service that you want to work in.</span>}
    >
      {(client.alerts.length > 0 || !client.email_verified) && (
        <Stack gap="xs">
          {!client.email_verified && (
            <Alert color="yellow" title="Verify your e-mail address">
              Your services open once {client.email} is verified. Follow the link in the message that was sent to it.
            </Alert>
          )}
          {client.alerts.map(({ id, message, severity }) => (
            <Alert key={id} color={colours[severity]}>
              {message}
            </Alert>
          ))}
        </Stack>
      )}
      <Panel title="Services" flush>
        {allowed ? (
          <ServiceTable emailVerified={client.email_verified} />
        ) : (
          <EmptyState title="No access to services">{viewRefusal}</EmptyState>
        )}
      </Panel>
    </Page>
  );
}
