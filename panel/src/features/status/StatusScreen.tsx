import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTitle } from '../../lib/use-title.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import { Ago } from '../../ui/Time.tsx';
import { DayTable } from './DayTable.tsx';
import { IncidentTable } from './IncidentTable.tsx';
import { PartRows } from './PartRows.tsx';
import classes from './StatusScreen.module.css';
import { useStatus } from './status-query.ts';
import { statusWords } from './status-words.ts';

/** Whether the parts of the service work, how they did for 90 days, and what went wrong. */
export function StatusScreen(): ReactNode {
  useTitle('Service Status');
  const { data, error, refetch } = useStatus();
  const [view, setView] = useState('bars');
  const overall = data && statusWords[data.status];
  return (
    <Page
      title="Service Status"
      aside={overall && <StateDot tone={overall.tone} word={overall.word} />}
      lead={
        overall && (
          <span>
            {overall.sentence}
            {data.checkedAt && (
              <>
                {' · last check '}
                <Ago iso={data.checkedAt} />
              </>
            )}
          </span>
        )
      }
    >
      {error && !data ? (
        <Panel>
          <ErrorState error={error} title="The status could not be loaded" onRetry={() => void refetch()} />
        </Panel>
      ) : (
        <>
          <Panel
            title="The last 90 days"
            aside={
              <SegmentedControl
                size="xs"
                aria-label="Show as"
                data={[
                  { value: 'bars', label: 'Bars' },
                  { value: 'table', label: 'Table' },
                ]}
                value={view}
                onChange={setView}
              />
            }
            flush
          >
            {view === 'bars' ? <PartRows parts={data?.services} /> : <DayTable parts={data?.services ?? []} />}
          </Panel>
          <Panel title="Incidents" flush>
            <IncidentTable incidents={data?.incidents} />
          </Panel>
          <p className={classes.note}>
            Each part is looked at every minute. A day’s figure is the share of that day’s checks which found the part
            fully working; days are those of UTC. Minutes without a check count for nothing.
          </p>
        </>
      )}
    </Page>
  );
}
