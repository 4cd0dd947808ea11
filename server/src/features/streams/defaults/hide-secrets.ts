import type { StreamSettings } from '@headwater/contract/streams/settings';

/** Settings for those who may look, but not manage; and for the activity log. */
export const hideSecrets = (settings: StreamSettings): StreamSettings => ({
  ...settings,
  securetoken: { ...settings.securetoken, secrets: [] },
  rtmpauth: { ...settings.rtmpauth, password: '' },
});
