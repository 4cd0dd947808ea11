import { Link } from '@tanstack/react-router';
import type { HeaderPlace } from '../../lib/feature.ts';
import { StateDot } from '../../ui/StateDot.tsx';
import classes from './StatusLink.module.css';
import { useStatus } from './status-query.ts';
import { statusWords } from './status-words.ts';

/** The state of the service in a header or a side panel's foot; it leads to the page about it. */
export function StatusLink({ place }: { place: HeaderPlace }) {
  const { data } = useStatus();
  const { tone, word } = statusWords[data?.status ?? 'unknown'];
  return (
    <Link to="/home/service-status" className={classes.root} data-place={place}>
      Service Status
      {data && <StateDot tone={tone} word={word} />}
    </Link>
  );
}
