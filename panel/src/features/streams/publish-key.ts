import type { StreamSettings } from '@headwater/contract/streams/settings';

/**
 * The key as every encoder sends it: user name and password are parts of it. Neither holds what would have to be encoded.
 * The way of `rtmp://user:password@` is not understood.
 */
export const publishKey = (key: string, { enabled, username, password }: StreamSettings['rtmpauth']) =>
  enabled ? `${key}?user=${username}&password=${password}` : key;
