import { mailRoutes } from '@headwater/contract/mail/routes';
import type { Email } from '@headwater/contract/mail/schema';
import { IconMail } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ask } from '../../lib/ask.ts';
import { useTitle } from '../../lib/use-title.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AnchorLink } from '../../ui/links.tsx';
import { NoMatch } from '../../ui/NoMatch.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import { DateTime } from '../../ui/Time.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import { EmailDialog } from './EmailDialog.tsx';
import { emailStates } from './email-states.ts';
import type { EmailsSearch } from './emails-search.ts';

const rows = 20;
const pollQueuedMs = 3000;

const helper = columnsOf<Email>();
const columns = helper.columns([
  helper.accessor('subject', {
    meta: { label: 'Subject', maxWidth: '26rem', place: 'name' },
    cell: ({ row: { original } }) => (
      <AnchorLink
        to="/home/my-emails"
        search={(before: EmailsSearch) => ({ ...before, message: original.id })}
        resetScroll={false}
        className="clip"
        inherit
        fw={550}
        title={original.subject}
      >
        {original.subject}
      </AnchorLink>
    ),
  }),
  helper.accessor('to', {
    meta: { label: 'To', maxWidth: '18rem', place: 'line' },
    cell: ({ getValue }) => (
      <span className="clip" title={getValue()}>
        {getValue()}
      </span>
    ),
  }),
  helper.accessor('state', {
    meta: { label: 'State', place: 'state' },
    cell: ({ getValue }) => <StateDot {...emailStates[getValue()]} />,
  }),
  helper.display({
    id: 'when',
    meta: { label: 'Sent', align: 'end', place: 'figure' },
    cell: ({ row: { original } }) => <DateTime iso={original.sentAt ?? original.createdAt} />,
  }),
]);

/** What was mailed to the people of the account. Page, search and the open message stand in the address. */
export function EmailsScreen(): ReactNode {
  useTitle('Email history');
  const { page = 1, search = '', message } = useSearch({ strict: false }) as EmailsSearch;
  const navigate = useNavigate();
  const emails = useQuery({
    ...ask(mailRoutes.listEmails, { query: { page, rows, search } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.emails.some((one) => one.state === 'queued') ? pollQueuedMs : false),
  });
  const show = (change: { [Field in keyof EmailsSearch]: EmailsSearch[Field] | undefined }, replace = false) =>
    void navigate({
      to: '/home/my-emails',
      search: (before: EmailsSearch) => ({ ...before, ...change }),
      replace,
      resetScroll: !('message' in change),
    });
  const find = (wanted: string | undefined) => show({ search: wanted, page: undefined }, true);
  const empty =
    search === '' ? (
      <EmptyState icon={<IconMail size={20} />} title="No messages yet">
        Whatever is mailed to you and your contacts stands here as well, in case it did not arrive.
      </EmptyState>
    ) : (
      <NoMatch what="message" search={search} fields="its subject or its recipient" onClear={() => find(undefined)} />
    );
  return (
    <Page title="Email history" lead={<span>What was sent to the people of this account.</span>}>
      <Panel
        flush
        tools={
          <SearchField
            label="Search messages"
            placeholder="Subject or recipient"
            value={search}
            onSearch={(wanted) => find(wanted || undefined)}
          />
        }
      >
        <DataTable
          label="Messages"
          columns={columns}
          rows={emails.data?.emails}
          rowId={({ id }) => id}
          error={emails.error}
          onRetry={() => void emails.refetch()}
          empty={empty}
          stale={emails.isPlaceholderData}
        />
        {emails.data && (
          <Pager
            page={page}
            rows={rows}
            total={emails.data.total}
            what="message"
            onPage={(next) => show({ page: next })}
          />
        )}
      </Panel>
      <EmailDialog emailId={message ?? null} onClose={() => show({ message: undefined })} />
    </Page>
  );
}
