import type { StreamSettings } from '@headwater/contract/streams/settings';
import { Checkbox, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AnchorLink } from '../../../ui/links.tsx';
import { healthQuery } from '../stream-queries.ts';
import { LadderWarnings } from '../transcoding/LadderWarnings.tsx';
import { ladderWarnings } from '../transcoding/profile-warnings.ts';
import { inLadder, profileWords } from '../transcoding/profile-words.ts';
import { filtersQuery, profilesQuery, useNameOf } from '../transcoding/transcoding-queries.ts';
import type { SettingFormProps } from './form-props.ts';
import { listError } from './list-error.ts';
import { outcomeOf } from './outcome.ts';
import { SettingSwitch } from './SettingSwitch.tsx';

type Props = SettingFormProps<'transcode'>;

/** Which qualities are made, and what is laid over the picture. */
export function TranscodeForm(props: Props) {
  const { value, onChange, errors, readOnly, serviceId, stream } = props;
  const nameOf = useNameOf(serviceId);
  const profiles = useQuery(profilesQuery(serviceId)).data?.profiles;
  const filters = useQuery(filtersQuery(serviceId)).data?.filters;
  const turn = (enabled: boolean) => {
    const usual = (profiles ?? []).filter(({ isDefault }) => isDefault).map(({ id }) => id);
    const profileIds = enabled && value.profileIds.length === 0 ? usual : value.profileIds;
    onChange({ ...value, enabled, profileIds });
  };
  const params = { serviceId: String(serviceId) };
  const rungs = inLadder(profiles ?? []);
  return (
    <Stack gap="md">
      <SettingSwitch
        label="Make several qualities"
        checked={value.enabled}
        onChange={turn}
        readOnly={readOnly}
        error={errors.enabled}
        outcome={outcomeOf('transcode', value, nameOf)}
      >
        {profiles === undefined ? (
          <Skeleton height={120} />
        ) : (
          <Checkbox.Group
            label="Qualities"
            description="One profile each, at most six. The best stands first."
            value={value.profileIds}
            onChange={(profileIds) => onChange({ ...value, profileIds })}
            error={listError(errors, 'profileIds', value.profileIds)}
          >
            <Stack gap="xs" mt={6}>
              {rungs.map(({ id, value: profile }) => (
                <Checkbox
                  key={id}
                  value={id}
                  label={profile.name}
                  description={profileWords(profile)}
                  disabled={readOnly}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {profiles?.length === 0 && (
          <Text size="sm">
            This service has no profile.{' '}
            <AnchorLink to="/$serviceId/streams/settings/live-transcoding" params={params} size="sm">
              Create one
            </AnchorLink>
          </Text>
        )}
        <Select
          label="Filter"
          description="A logo, a text, a crop: applied before the qualities are made."
          data={[
            { value: '', label: 'None' },
            ...(filters ?? []).map(({ id, value: { name } }) => ({ value: id, label: name })),
          ]}
          value={value.filterId ?? ''}
          onChange={(next) => onChange({ ...value, filterId: next || null })}
          allowDeselect={false}
          disabled={readOnly}
          error={errors.filterId}
        />
        {stream ? <StreamWarnings {...props} stream={stream} /> : <Warnings {...props} source={null} />}
      </SettingSwitch>
    </Stack>
  );
}

/** A stream that is live says what comes in, and so what would be enlarged. */
function StreamWarnings({ stream, ...props }: Props & { stream: NonNullable<Props['stream']> }) {
  const { data } = useQuery(healthQuery(stream));
  return <Warnings {...props} source={data?.health.live?.health?.media ?? null} />;
}

type Source = Parameters<typeof ladderWarnings>[1];

function Warnings({
  value,
  serviceId,
  source,
}: {
  value: StreamSettings['transcode'];
  serviceId: number;
  source: Source;
}) {
  const profiles = useQuery(profilesQuery(serviceId)).data?.profiles ?? [];
  const chosen = inLadder(profiles.filter(({ id }) => value.profileIds.includes(id)));
  const warnings = ladderWarnings(
    chosen.map((profile) => profile.value),
    source,
  );
  return <LadderWarnings warnings={warnings} />;
}
