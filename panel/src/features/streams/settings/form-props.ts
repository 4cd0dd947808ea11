import type { Stream } from '@headwater/contract/streams/schema';
import type { StreamSettingName, StreamSettings } from '@headwater/contract/streams/settings';

/** What every form of a setting takes, for a stream as for a service's default. */
export type SettingFormProps<Name extends StreamSettingName> = {
  value: StreamSettings[Name];
  onChange: (value: StreamSettings[Name]) => void;
  /** By the path within the setting: `list.3`. */
  errors: Record<string, string>;
  readOnly: boolean;
  serviceId: number;
  /** The stream that it is set for, as it is saved; none for a default. */
  stream: Stream | null;
};

/** A field of figures may be left empty, which no schema takes for a number: it says so when the form is sent. */
export const asNumber = (value: number | string): number => value as number;
