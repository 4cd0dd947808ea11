import type { Stream } from '@headwater/contract/streams/schema';
import { formatCount } from '../../lib/format.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { Ago, Day } from '../../ui/Time.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import { RestoreStream } from './RestoreStream.tsx';
import { StreamLink } from './StreamLink.tsx';
import { StreamMenu } from './StreamMenu.tsx';
import { StreamState } from './StreamState.tsx';

const helper = columnsOf<Stream>();

/** The address without the part that all of a service's streams have in common is what tells them apart. */
const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url);

const name = helper.accessor('name', {
  meta: { label: 'Name', maxWidth: '14rem', sort: 'name', place: 'name' },
  cell: ({ row }) => <StreamLink stream={row.original} />,
});

export const streamColumns = helper.columns([
  name,
  helper.accessor('live.state', {
    id: 'state',
    meta: { label: 'State', sort: 'state', maxWidth: '20rem', place: 'state' },
    cell: ({ row }) => <StreamState stream={row.original} />,
  }),
  helper.accessor('live.viewers', {
    id: 'viewers',
    meta: { label: 'Viewers', align: 'end', sort: 'viewers' },
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  helper.accessor('playback.hls', {
    id: 'playback',
    meta: { label: 'Playback', maxWidth: '15rem', place: 'line' },
    cell: ({ getValue, row }) => (
      <Copyable value={getValue()} text={pathOf(getValue())} what={`playback address of ${row.original.name}`} />
    ),
  }),
  helper.accessor('server', {
    id: 'server',
    meta: { label: 'Server' },
    cell: ({ getValue }) => getValue()?.name ?? '–',
  }),
  helper.accessor('createdAt', {
    id: 'created',
    meta: { label: 'Created', align: 'end', sort: 'created' },
    cell: ({ getValue }) => <Day iso={getValue()} />,
  }),
  helper.display({
    id: 'actions',
    meta: { label: 'Actions', align: 'end', place: 'figure' },
    cell: ({ row }) => <StreamMenu stream={row.original} />,
  }),
]);

/** A deleted stream is watched by nobody, but has a way back. */
export const deletedStreamColumns = helper.columns([
  name,
  helper.accessor('deletedAt', {
    id: 'deleted',
    meta: { label: 'Deleted', place: 'line' },
    cell: ({ getValue }) => <Ago iso={getValue() ?? ''} />,
  }),
  helper.accessor('restorableUntil', {
    id: 'until',
    meta: { label: 'Can be restored until' },
    cell: ({ getValue }) => <Day iso={getValue() ?? ''} />,
  }),
  helper.display({
    id: 'restore',
    meta: { label: 'Action', align: 'end', place: 'figure' },
    cell: ({ row }) => <RestoreStream stream={row.original} />,
  }),
]);
