import type { StreamSession } from '@headwater/contract/streams/schema';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { StateDot } from '../../../ui/StateDot.tsx';
import { DateTime } from '../../../ui/Time.tsx';
import { columnsOf } from '../../../ui/table-columns.ts';
import { mediaWords } from '../media-words.ts';
import { Lasted } from './Lasted.tsx';
import classes from './Sessions.module.css';
import { whyWords } from './why-words.ts';

const helper = columnsOf<StreamSession>();

const looks = {
  live: { tone: 'live', word: 'Live' },
  reconnecting: { tone: 'pending', word: 'Reconnecting' },
  ended: { tone: 'off', word: 'Ended' },
  refused: { tone: 'failed', word: 'Refused' },
} as const;

function Why({ session }: { session: StreamSession }) {
  const { detail, attempts } = session;
  return (
    <span className={classes.why}>
      <span>
        {whyWords(session)}
        {attempts > 1 && ` (${formatCount(attempts)} attempts)`}
      </span>
      {detail !== '' && <span className={classes.detail}>{detail}</span>}
    </span>
  );
}

export const sessionColumns = helper.columns([
  helper.accessor('state', {
    meta: { label: 'State', place: 'state' },
    cell: ({ getValue }) => <StateDot {...looks[getValue()]} />,
  }),
  helper.accessor('startedAt', {
    meta: { label: 'Began', place: 'name' },
    cell: ({ getValue }) => <DateTime iso={getValue()} />,
  }),
  helper.display({
    id: 'lasted',
    meta: { label: 'Lasted', align: 'end', place: 'figure' },
    cell: ({ row }) => (row.original.state === 'refused' ? '–' : <Lasted {...row.original} />),
  }),
  helper.display({
    id: 'why',
    meta: { label: 'Why it ended', maxWidth: '22rem', place: 'line' },
    cell: ({ row }) => <Why session={row.original} />,
  }),
  helper.accessor('from', {
    meta: { label: 'From', maxWidth: '14rem' },
    cell: ({ getValue }) => (
      <span className="mono clip" title={getValue()}>
        {getValue()}
      </span>
    ),
  }),
  helper.accessor('agent', {
    meta: { label: 'Encoder', maxWidth: '10rem' },
    cell: ({ getValue }) => (
      <span className="clip" title={getValue()}>
        {getValue() || '–'}
      </span>
    ),
  }),
  helper.accessor('media', {
    meta: { label: 'Picture', maxWidth: '13rem' },
    cell: ({ getValue }) => {
      const words = mediaWords(getValue());
      return words === '' ? '–' : <span title={words}>{words}</span>;
    },
  }),
  helper.accessor('bytesIn', {
    meta: { label: 'Received', align: 'end' },
    cell: ({ getValue }) => formatBytes(getValue()),
  }),
  helper.accessor('reconnects', {
    meta: { label: 'Reconnects', align: 'end' },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
]);
