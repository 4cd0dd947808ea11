import type { Stream } from '@headwater/contract/streams/schema';
import { Stack } from '@mantine/core';
import { PlayerPanel } from '../player/PlayerPanel.tsx';
import { useHealth } from '../use-health.ts';
import { Failing } from './Failing.tsx';
import { HealthPanel } from './HealthPanel.tsx';
import { IngestPanel } from './IngestPanel.tsx';
import { LastRefusal } from './LastRefusal.tsx';
import classes from './OverviewTab.module.css';
import { PlaybackPanel } from './PlaybackPanel.tsx';
import { SourcePanel } from './SourcePanel.tsx';
import { Warnings } from './Warnings.tsx';

/** The picture, how it comes in, how it is watched, and whether it is well. */
export default function OverviewTab({ stream }: { serviceId: number; stream: Stream }) {
  const { health, error, refetch } = useHealth(stream);
  return (
    <Stack gap="md">
      <Warnings warnings={health?.live?.warnings ?? []} />
      {stream.status === 0 && <Failing stream={stream} live={health?.live} />}
      {stream.ingest && stream.status === 0 && (
        <LastRefusal stream={stream} state={health?.live?.state ?? stream.live.state} />
      )}
      <div className={classes.pair}>
        <div className={classes.picture}>
          <PlayerPanel stream={stream} live={health?.live} />
        </div>
        {stream.ingest ? <IngestPanel stream={stream} ingest={stream.ingest} /> : <SourcePanel stream={stream} />}
        <PlaybackPanel stream={stream} />
      </div>
      <HealthPanel stream={stream} health={health} error={error} onRetry={refetch} />
    </Stack>
  );
}
