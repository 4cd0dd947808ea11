import type { LiveProcess } from '@headwater/contract/nodes/live-report';
import type { Stream } from '@headwater/contract/streams/schema';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useHealth } from '../use-health.ts';
import { ProcessPanel } from './ProcessPanel.tsx';

/** The programs behind a stream: whether they run, what they cost, and what they said last. */
export default function ProcessesTab({ stream }: { serviceId: number; stream: Stream }) {
  const { health, error, refetch } = useHealth(stream);
  if (error && !health) {
    return (
      <Panel>
        <ErrorState error={error} title="The processes could not be loaded" onRetry={refetch} />
      </Panel>
    );
  }
  const processes: LiveProcess[] = health?.live?.processes ?? [];
  if (health && processes.length === 0) {
    return (
      <Panel>
        <EmptyState title="No processes">
          While nothing comes in, nothing runs for this stream. Each program that works for it stands here, with its
          load and its last words.
        </EmptyState>
      </Panel>
    );
  }
  return processes.map((process) => <ProcessPanel key={process.name} process={process} />);
}
