import type { StreamType } from '@headwater/contract/streams/schema';

/** The words for types in addresses: the list of the type `dvr` is called `record`. */
export const addressTypes = ['push', 'pull', 'abr', 'record', 'dvr', 'timeshift'] as const;
export type AddressType = (typeof addressTypes)[number];
export const streamTypes = ['push', 'pull', 'abr', 'dvr', 'timeshift'] as const satisfies StreamType[];

export const typeOfAddress = (word: AddressType): StreamType => (word === 'record' ? 'dvr' : word);
/** Where the list of a type stands in menus and links. */
export const listWord = (type: StreamType): AddressType => (type === 'dvr' ? 'record' : type);

type Words = { plural: string; singular: string; article: string; lead: string };

/** What each type is called. */
export const addressWords: Record<StreamType, Words> = {
  push: {
    plural: 'Push streams',
    singular: 'Push stream',
    article: 'a push stream',
    lead: 'You send: OBS, ffmpeg or a hardware encoder publishes to our address.',
  },
  pull: {
    plural: 'Pull streams',
    singular: 'Pull stream',
    article: 'a pull stream',
    lead: 'We fetch: from an address of yours that plays RTMP, HLS or MP4.',
  },
  abr: {
    plural: 'Multi-bitrate streams',
    singular: 'Multi-bitrate stream',
    article: 'a multi-bitrate stream',
    lead: 'One picture comes in, several qualities go out; players choose what the line can carry.',
  },
  dvr: {
    plural: 'Recorded streams',
    singular: 'Recorded stream',
    article: 'a recorded stream',
    lead: 'Everything that comes in is watched live and kept, to be played and downloaded.',
  },
  timeshift: {
    plural: 'Timeshift streams',
    singular: 'Timeshift stream',
    article: 'a timeshift stream',
    lead: 'Viewers see it later than it happens: by seconds, or by up to 24 hours.',
  },
};

/** Whether streams of a type are pushed or pulled as their owner chooses. */
export const choosesInput = (type: StreamType): boolean => type !== 'push' && type !== 'pull';
