import { Alert, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CallError } from '../../lib/call-error.ts';
import { sessionQuery } from '../../lib/permission.ts';
import { useTitle } from '../../lib/use-title.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { AnchorLink, ButtonLink } from '../../ui/links.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import { Ago } from '../../ui/Time.tsx';
import { ContactAccess } from './ContactAccess.tsx';
import { ContactForm } from './ContactForm.tsx';
import { contactQuery } from './contact-queries.ts';
import { contactName, contactStates, ownerWords } from './contact-words.ts';

/** One contact: what they are called, what they may do, whether they may come in. */
export function ContactScreen(): ReactNode {
  const { contactId = '' } = useParams({ strict: false }) as { contactId?: string };
  const query = useQuery(contactQuery(contactId));
  const { data: session } = useQuery(sessionQuery());
  const contact = query.data?.contact;
  useTitle(contact ? contactName(contact) : 'Contact', 'Contacts');
  if (query.error && !contact) {
    const gone = query.error instanceof CallError && [400, 404].includes(query.error.status);
    return (
      <Page title="Contact">
        <Panel>
          {gone ? (
            <EmptyState
              title="This contact does not exist"
              action={<ButtonLink to="/home/contacts">See all contacts</ButtonLink>}
            >
              They may have been removed.
            </EmptyState>
          ) : (
            <ErrorState
              error={query.error}
              title="The contact could not be loaded"
              onRetry={() => void query.refetch()}
            />
          )}
        </Panel>
      </Page>
    );
  }
  const self = contact !== undefined && contact.contactid === session?.contact?.contactid;
  const untouchable = contact?.isOwner || self;
  return (
    <Page
      title={contact ? contactName(contact) : <Skeleton height={24} width={180} my={2} />}
      aside={contact && <StateDot {...contactStates[contact.state]} />}
      lead={
        <>
          <AnchorLink to="/home/contacts" size="sm">
            Contacts
          </AnchorLink>
          {contact ? <span>{contact.email}</span> : <Skeleton height={12} width={200} />}
          {contact?.lastSeenAt && (
            <span>
              last seen <Ago iso={contact.lastSeenAt} />
            </span>
          )}
        </>
      }
    >
      {!contact ? (
        <Panel>
          <Skeleton height={260} />
        </Panel>
      ) : (
        <Stack gap="md">
          {contact.isOwner && <Alert color="gray">{ownerWords}: holds every permission, and cannot be removed.</Alert>}
          {self && (
            <Alert color="gray">
              This is you. Somebody else who manages contacts changes what you may do; your name you change under{' '}
              <AnchorLink to="/home/my-details" inherit underline="always">
                Account details
              </AnchorLink>
              .
            </Alert>
          )}
          {!contact.isOwner && <ContactForm key={contact.id} contact={contact} readOnly={self} />}
          {!untouchable && <ContactAccess contact={contact} />}
        </Stack>
      )}
    </Page>
  );
}
