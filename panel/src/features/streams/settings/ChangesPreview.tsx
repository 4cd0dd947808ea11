import type { Reply } from '@headwater/contract/lib/route';
import { streamDefaultRoutes } from '@headwater/contract/streams/default-routes';
import type { DefaultMode, StreamSettingName, StreamSettings } from '@headwater/contract/streams/settings';
import { Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../../../lib/ask.ts';
import { formatCount } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useNameOf } from '../transcoding/transcoding-queries.ts';
import classes from './ChangesPreview.module.css';
import { outcomeOf } from './outcome.ts';
import { SettingLink } from './SettingLink.tsx';

type Change = Reply<typeof streamDefaultRoutes.previewStreamDefault>['changes'][number];
type Wish<Name extends StreamSettingName> = {
  serviceId: number;
  name: Name;
  value: StreamSettings[Name];
  mode: DefaultMode;
};

const debounceMs = 400;

/** Which streams saving would change, asked for as typing pauses. */
export function useChanges<Name extends StreamSettingName>(
  { serviceId, name, value, mode }: Wish<Name>,
  sound: boolean,
) {
  const [asked] = useDebouncedValue(JSON.stringify({ [name]: value }), debounceMs);
  const settings = JSON.parse(asked) as Partial<StreamSettings>;
  const query = useQuery({
    ...ask(streamDefaultRoutes.previewStreamDefault, { params: { serviceId }, body: { settings, mode } }),
    enabled: mode !== 'save' && sound,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return { changes: query.data?.changes, error: query.error, retry: () => void query.refetch() };
}

type Props = { serviceId: number; name: StreamSettingName } & ReturnType<typeof useChanges>;

/** What streams have, and what they would have. */
export function ChangesPreview({ serviceId, name, changes, error, retry }: Props) {
  if (error) return <ErrorState error={error} title="What would change could not be worked out" onRetry={retry} />;
  if (changes === undefined) return <Skeleton height={48} />;
  if (changes.length === 0) return <Text size="sm">No stream would change.</Text>;
  return (
    <div>
      <Text size="sm" fw={500} mb={6} role="status">
        {changes.length === 1 ? '1 stream changes' : `${formatCount(changes.length)} streams change`}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <ul className={classes.list} tabIndex={0} aria-label="Streams that change">
        {changes.map((change) => (
          <ChangeLine key={change.streamId} serviceId={serviceId} name={name} change={change} />
        ))}
      </ul>
    </div>
  );
}

function ChangeLine({ serviceId, name, change }: { serviceId: number; name: StreamSettingName; change: Change }) {
  const nameOf = useNameOf(serviceId);
  const wordsOf = (value: unknown) => outcomeOf(name, value as StreamSettings[typeof name], nameOf).words;
  const [before, after] = [wordsOf(change.before), wordsOf(change.after)];
  return (
    <li className={classes.line}>
      <SettingLink serviceId={serviceId} stream={change} setting={name} />
      <span className={classes.before}>{before}</span>
      <span>{after === before ? 'The same, with other details.' : after}</span>
    </li>
  );
}
