import type { Recording } from '@headwater/contract/streams/schema';
import { formatBytes, noFigure } from '../../../lib/format.ts';
import { StateDot } from '../../../ui/StateDot.tsx';
import { DateTime, Day } from '../../../ui/Time.tsx';
import { columnsOf } from '../../../ui/table-columns.ts';
import { durationWords } from '../duration-words.ts';
import { videoWords } from '../media-words.ts';
import { type RecordedStream, RecordingActions } from './RecordingActions.tsx';
import classes from './Recordings.module.css';

const helper = columnsOf<Recording>();

const sizeWords = ({ sizeBytes }: Recording) => (sizeBytes === 0 ? '' : formatBytes(sizeBytes));
const pictureWords = ({ media }: Recording) => videoWords(media);

/** On a phone, which has no room for their columns, size and picture follow. */
function Length({ recording }: { recording: Recording }) {
  const others = [sizeWords(recording), pictureWords(recording)].filter((words) => words !== '');
  return (
    <span className={`figure ${classes.length}`}>
      <span>{durationWords(recording.durationSeconds)}</span>
      {others.map((words) => (
        <span key={words} className={classes.onPhone}>
          {words}
        </span>
      ))}
    </span>
  );
}

const looks = {
  recording: { tone: 'live', word: 'Recording' },
  finishing: { tone: 'pending', word: 'Finishing' },
  waiting: { tone: 'pending', word: 'Waiting for storage' },
  stored: { tone: 'live', word: 'Stored' },
  failed: { tone: 'failed', word: 'Failed' },
} as const;

/** What is there, but not whole, is no green light. */
const lookOf = ({ state, detail }: Recording) =>
  state === 'stored' && detail !== '' ? ({ tone: 'pending', word: 'Stored in part' } as const) : looks[state];

export const recordingColumns = (stream: RecordedStream) =>
  helper.columns([
    helper.accessor('startedAt', {
      meta: { label: 'Began', place: 'name' },
      cell: ({ getValue }) => <DateTime iso={getValue()} />,
    }),
    helper.display({
      id: 'state',
      meta: { label: 'State', maxWidth: '22rem', place: 'state' },
      cell: ({ row: { original } }) => (
        <StateDot {...lookOf(original)} {...(original.detail !== '' && { detail: original.detail })} wrap />
      ),
    }),
    helper.accessor('durationSeconds', {
      meta: { label: 'Length', align: 'end', place: 'line' },
      cell: ({ row }) => <Length recording={row.original} />,
    }),
    helper.accessor('sizeBytes', {
      meta: { label: 'Size', align: 'end' },
      cell: ({ row }) => sizeWords(row.original) || noFigure,
    }),
    helper.accessor('media', {
      meta: { label: 'Picture' },
      cell: ({ row }) => pictureWords(row.original) || noFigure,
    }),
    helper.accessor('expiresAt', {
      meta: { label: 'Kept until' },
      cell: ({ getValue, row }) => {
        const at = getValue();
        if (at !== null) return <Day iso={at} />;
        return row.original.state === 'stored' ? 'You delete it' : noFigure;
      },
    }),
    helper.display({
      id: 'actions',
      meta: { label: 'Actions', align: 'end', place: 'figure' },
      cell: ({ row }) => <RecordingActions stream={stream} recording={row.original} />,
    }),
  ]);
