import type { StreamSettingName } from '@headwater/contract/streams/settings';

/** What each setting is called, and what it is about. */
export const settingLooks: Record<StreamSettingName, { label: string; lead: string }> = {
  hash: { label: 'Playback paths', lead: 'What playback addresses are made of.' },
  dvr: { label: 'Recording', lead: 'What comes in is kept, in one MP4 file for each session.' },
  ndvr: { label: 'Rewind', lead: 'How far viewers may go back while the stream is live.' },
  transcode: { label: 'Live transcoding', lead: 'Several qualities are made of one, and players choose what fits.' },
  domainlock: { label: 'Domain lock', lead: 'Which web sites may embed the stream.' },
  geoblock: { label: 'Geo block', lead: 'From which countries the stream can be watched.' },
  securetoken: { label: 'Secure token', lead: 'Only links that you signed can be watched, and only for a while.' },
  ipaccess: { label: 'IP access', lead: 'From which addresses the stream can be watched or published.' },
  useragent: { label: 'User agents', lead: 'Which players and programs may fetch the stream.' },
  rtmpauth: { label: 'RTMP authentication', lead: 'A user name and a password for publishers, beside the stream key.' },
};

/** In the order in which they are shown. */
export const settingNames = Object.keys(settingLooks) as StreamSettingName[];
