import { Alert, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { may, sessionQuery, viewRefusal } from '../../lib/permission.ts';
import { nameOf } from '../../lib/session.ts';
import { useTitle } from '../../lib/use-title.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AnchorLink } from '../../ui/links.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SendVerification } from '../../ui/SendVerification.tsx';
import { ServiceTable } from './ServiceTable.tsx';

const colours = { info: 'spring', warning: 'yellow', danger: 'red' };

/** The account's home: what it should know, and its services. */
export function HomeScreen(): ReactNode {
  useTitle('Home');
  const { data: session } = useQuery(sessionQuery());
  if (!session) return null;
  const { client } = session;
  // Said above them already, with what to do about it.
  const alerts = client.alerts.filter(({ id }) => id !== 'email-unverified');
  const allowed = may(session, { access: 'services.view' });
  return (
    <Page
      title={`Welcome, ${nameOf(session)}`}
      lead={allowed && <span>Choose the service that you want to work in.</span>}
    >
      {(alerts.length > 0 || !client.email_verified) && (
        <Stack gap="xs">
          {!client.email_verified && (
            <Alert color="yellow" title="Verify your e-mail address">
              Your services open once {client.email} is verified. Follow the link in the message that was sent to it.
              <Group mt="xs">
                <SendVerification />
              </Group>
            </Alert>
          )}
          {alerts.map(({ id, message, severity, link, linkText }) => (
            <Alert key={id} color={colours[severity]}>
              {message}{' '}
              {link !== null && (
                <AnchorLink to={link} inherit underline="always">
                  {linkText ?? 'See more'}
                </AnchorLink>
              )}
            </Alert>
          ))}
        </Stack>
      )}
      <Panel
        title="Services"
        aside={
          allowed && (
            <AnchorLink to="/home/my-services" size="sm">
              All services
            </AnchorLink>
          )
        }
        flush
      >
        {allowed ? (
          <ServiceTable emailVerified={client.email_verified} />
        ) : (
          <EmptyState title="No access to services">{viewRefusal}</EmptyState>
        )}
      </Panel>
    </Page>
  );
}
