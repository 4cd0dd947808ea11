import { Skeleton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useServiceId } from '../../lib/current-service.ts';
import { useTitle } from '../../lib/use-title.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Introduction } from './Introduction.tsx';
import { OperationEntry } from './OperationEntry.tsx';
import { descriptionQuery } from './openapi.ts';
import { narrow, readGroups } from './operations.ts';
import classes from './Reference.module.css';
import { useNamedEntry } from './use-named-entry.ts';

/** Every call that the API takes, from its own description. The one that is named behind the # is open. */
export function ReferenceScreen(): ReactNode {
  useTitle('API reference');
  const serviceId = useServiceId();
  const query = useQuery(descriptionQuery());
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const groups = useMemo(() => (query.data ? readGroups(query.data) : []), [query.data]);
  const shown = useMemo(() => narrow(groups, wanted), [groups, wanted]);
  const showAll = useCallback(() => setText(''), []);
  const { opened, followed, toggle } = useNamedEntry(showAll);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <Page
      title="API reference"
      lead={
        <span>
          Nearly everything that the panel does, a program can do by these calls; what concerns people and their
          sign-ins stays with people.
        </span>
      }
      actions={
        <ButtonLink to="/$serviceId/account/api" params={{ serviceId: String(serviceId) }} variant="default">
          API keys
        </ButtonLink>
      }
    >
      <Introduction serviceId={serviceId} />
      <Panel
        title="Calls"
        flush
        aside={
          <TextInput
            type="search"
            size="xs"
            className={classes.search}
            aria-label="Search the calls"
            placeholder={count > 0 ? `Search ${count} calls` : 'Search'}
            leftSection={<IconSearch size={14} aria-hidden />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        }
      >
        {query.error && !query.data && (
          <ErrorState
            error={query.error}
            title="The description could not be loaded"
            onRetry={() => void query.refetch()}
          />
        )}
        {!query.data && !query.error && <Skeleton height={480} m="md" w="auto" />}
        {query.data && shown.length === 0 && (
          <EmptyState title="No call fits">Search by a word of its path, such as zones, or of what it does.</EmptyState>
        )}
        {query.data &&
          shown.map(({ tag, entries }) => (
            <section key={tag} aria-label={tag}>
              <h3 className={classes.tag}>{tag}</h3>
              {entries.map((entry) => (
                <OperationEntry
                  key={entry.id}
                  entry={entry}
                  description={query.data}
                  serviceId={serviceId}
                  opened={opened.has(entry.id)}
                  followed={entry.id === followed}
                  onToggle={toggle}
                />
              ))}
            </section>
          ))}
      </Panel>
    </Page>
  );
}
