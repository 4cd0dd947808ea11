import type { Traffic } from '@headwater/contract/lib/series';
import type { Zone } from '@headwater/contract/zones/schema';
import { Skeleton } from '@mantine/core';
import { formatCount, formatShare } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import classes from './AttentionPanel.module.css';
import { failingOrigins, serviceFails, zoneAttention } from './attention.ts';

type Props = { serviceId: number; zones: Zone[] | undefined; total: number; traffic: Traffic | undefined };

/** What somebody should look at, with the way there. */
export function AttentionPanel({ serviceId, zones, total, traffic }: Props) {
  const now = useNow();
  const fails = serviceFails(traffic);
  const failing = failingOrigins(zones ?? []);
  const items = [...failing, ...zoneAttention(zones ?? [], now)];
  const { requests = 0, status5xx = 0 } = traffic?.totals ?? {};
  return (
    <Panel
      title="What needs attention"
      aside={items.length > 0 && <span className={classes.count}>{items.length}</span>}
    >
      {!zones && <Skeleton height={14} width="60%" />}
      {zones && items.length === 0 && !fails && (
        <StateDot tone="live" word="All well" detail="nothing failed, pending or disabled" wrap />
      )}
      {fails && failing.length === 0 && (
        <p className={classes.item}>
          <StateDot tone="failed" word="Failing" />
          <span>
            {formatShare(status5xx, requests)} of {formatCount(requests)} requests failed in the last 24 hours.
          </span>
        </p>
      )}
      <ul className={classes.list}>
        {items.map(({ key, tone, word, text, zoneId = '', name }) => (
          <li key={key} className={classes.item}>
            <StateDot tone={tone} word={word} />
            <span>
              <AnchorLink
                to="/$serviceId/zones/http/pull/$zoneId"
                params={{ serviceId: String(serviceId), zoneId }}
                inherit
                underline="always"
              >
                {name}
              </AnchorLink>{' '}
              <span className={classes.text}>{text}</span>
            </span>
          </li>
        ))}
      </ul>
      {zones && total > zones.length && (
        <p className={classes.text}>
          Looked at the {zones.length} busiest of {formatCount(total)} zones.
        </p>
      )}
    </Panel>
  );
}
