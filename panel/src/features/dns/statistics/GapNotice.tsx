import type { DnsStatistics } from '@headwater/contract/dns/statistics-routes';
import { Alert } from '@mantine/core';
import { DateTime } from '../../../ui/Time.tsx';
import classes from './Statistics.module.css';

/** So many are named; a node that fails for long has more of them than anybody reads. */
const mostNamed = 5;

/** Says where figures may be too low, rather than let them pass for whole. */
export function GapNotice({ gaps }: Pick<DnsStatistics, 'gaps'>) {
  if (gaps.length === 0) return null;
  const named = gaps.slice(-mostNamed);
  const more = gaps.length - named.length;
  return (
    <Alert color="yellow" title="Some queries may not be counted">
      A name server was interrupted, and may have answered without counting:
      <ul className={classes.gaps}>
        {named.map(({ node, from, until }) => (
          <li key={`${node} ${from}`}>
            {node}, <DateTime iso={from} /> – <DateTime iso={until} />
          </li>
        ))}
        {more > 0 && <li>and {more} more before</li>}
      </ul>
    </Alert>
  );
}
