import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { sessionQuery } from '../lib/permission.ts';
import { useProviderName } from '../lib/provider.ts';
import { reachability } from '../lib/reachability.ts';
import classes from './ReachNotice.module.css';

const doubtedPollMs = 1000;
const lostPollMs = 4000;

/** Says that what is on screen may be out of date while the server does not answer. */
export function ReachNotice() {
  const provider = useProviderName();
  const client = useQueryClient();
  const reach = useSyncExternalStore(reachability.subscribe, reachability.get);
  // The smallest call there is, as long as nobody knows whether the server is back.
  useQuery({
    ...sessionQuery(),
    refetchInterval: reach === 'reached' ? false : reach === 'lost' ? lostPollMs : doubtedPollMs,
  });
  const wasLost = useRef(false);
  useEffect(() => {
    if (reach === 'lost') wasLost.current = true;
    if (reach !== 'reached' || !wasLost.current) return;
    wasLost.current = false;
    // What failed in between is not told by any event.
    void client.invalidateQueries();
  }, [reach, client]);
  return (
    <div role="status" className={classes.root}>
      {reach === 'lost' &&
        `${provider} cannot be reached. What you see may be out of date; this page tries again by itself.`}
    </div>
  );
}
