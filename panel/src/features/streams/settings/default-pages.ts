import type { StreamSettingName } from '@headwater/contract/streams/settings';

export type DefaultPage = { path: string; title: string; settings: readonly StreamSettingName[] };

/** The pages of a service's defaults, in their order. Recording and rewinding stand on one. */
export const defaultPages = [
  { path: 'hash', title: 'Playback paths', settings: ['hash'] },
  { path: 'dvr', title: 'Recording and rewind', settings: ['dvr', 'ndvr'] },
  { path: 'live-transcoding', title: 'Live transcoding', settings: ['transcode'] },
  { path: 'domain-lock', title: 'Domain lock', settings: ['domainlock'] },
  { path: 'geo-block', title: 'Geo block', settings: ['geoblock'] },
  { path: 'secure-token', title: 'Secure token', settings: ['securetoken'] },
  { path: 'ip-access', title: 'IP access', settings: ['ipaccess'] },
  { path: 'user-agent', title: 'User agents', settings: ['useragent'] },
  { path: 'rtmp-auth', title: 'RTMP authentication', settings: ['rtmpauth'] },
] as const satisfies readonly DefaultPage[];
