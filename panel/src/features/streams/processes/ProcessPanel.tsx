import type { LiveProcess } from '@headwater/contract/nodes/live-report';
import { formatBytes, formatCount, noFigure } from '../../../lib/format.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { StateDot } from '../../../ui/StateDot.tsx';
import { Tiles } from '../../../ui/Tiles.tsx';
import { Ago } from '../../../ui/Time.tsx';
import { Disclosure } from '../Disclosure.tsx';
import classes from './Processes.module.css';

const looks = {
  starting: { tone: 'pending', word: 'Starting' },
  running: { tone: 'live', word: 'Running' },
  waiting: { tone: 'pending', word: 'Waiting to start again' },
  stopped: { tone: 'off', word: 'Stopped' },
} as const;

const names: Record<string, string> = { encode: 'Encoder', pull: 'Source', record: 'Recorder' };

/** Below this a program loses time against the source. */
const keepsUp = 0.97;

/** One program: state, load, restarts, and its last lines. */
export function ProcessPanel({ process }: { process: LiveProcess }) {
  const { name, state, startedAt, restarts, reason, cpuPercent, memoryBytes, speed, log } = process;
  const behind = speed !== null && speed < keepsUp && state === 'running';
  return (
    <div className={classes.process}>
      <Panel
        title={names[name] ?? name}
        aside={<StateDot {...looks[state]} {...(startedAt && state === 'running' && { at: startedAt })} />}
      >
        <Tiles
          loading={false}
          tiles={[
            {
              label: 'Processor',
              value: cpuPercent === null ? noFigure : `${Math.round(cpuPercent * 10) / 10} %`,
              note: 'of one core',
            },
            { label: 'Memory', value: memoryBytes === null ? noFigure : formatBytes(memoryBytes) },
            {
              label: 'Speed',
              value: speed === null ? noFigure : `${speed.toFixed(2)}×`,
              note: behind ? 'falls behind the source' : '1 keeps up with the source',
            },
            {
              label: 'Restarts',
              value: formatCount(restarts),
              note: startedAt ? (
                <>
                  began <Ago iso={startedAt} />
                </>
              ) : (
                ' '
              ),
            },
          ]}
        />
        {reason && <p className={classes.reason}>Its last end: {reason}</p>}
        {log.length > 0 && (
          <Disclosure
            className={classes.log}
            summary={`Last ${log.length} line${log.length === 1 ? '' : 's'} of its log`}
          >
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
            <pre tabIndex={0}>{log.join('\n')}</pre>
          </Disclosure>
        )}
      </Panel>
    </div>
  );
}
