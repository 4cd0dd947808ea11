import type { StreamType } from '@headwater/contract/streams/schema';
import { IconBroadcast, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NoMatch } from '../../ui/NoMatch.tsx';
import { addressWords } from './stream-types.ts';

type Props = { type: StreamType; search: string; deleted: boolean; onClear: () => void; action: ReactNode };

/** What each type is for, to who has none of it. */
const teaching: Record<StreamType, string> = {
  push: 'A push stream gets an address and a key. Enter both in OBS or another encoder, start it, and the playback address plays seconds later.',
  pull: 'A pull stream fetches what you play elsewhere, from up to five addresses: when the first one fails, the next takes over. It starts by itself.',
  abr: 'A multi-bitrate stream makes several qualities of one picture, so that a phone on a train and a screen on a fibre both play without a stop.',
  dvr: 'A recorded stream keeps every broadcast as one MP4, also when the publisher was lost for a moment in between. Play and download it here.',
  timeshift:
    'A timeshift stream is shown later than it happens: for another time zone, or to have a moment before it is out.',
};

/** Why a list of streams is empty, and what to do about it. */
export function StreamsEmpty({ type, search, deleted, onClear, action }: Props) {
  if (search !== '') return <NoMatch what="stream" search={search} fields="its name or its id" onClear={onClear} />;
  if (deleted) {
    return (
      <EmptyState icon={<IconTrash size={20} />} title="No deleted streams">
        A deleted stream stays here for 30 days, in which it can be restored with its recordings.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<IconBroadcast size={20} />}
      title={`No ${addressWords[type].plural.toLowerCase()} yet`}
      action={action}
    >
      {teaching[type]}
    </EmptyState>
  );
}
