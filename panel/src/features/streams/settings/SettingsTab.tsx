import type { Stream } from '@headwater/contract/streams/schema';

/** The settings of one stream. */
export default function SettingsTab({ stream }: { serviceId: number; stream: Stream }) {
  return <pre>{JSON.stringify(stream.settings, null, 2)}</pre>;
}
