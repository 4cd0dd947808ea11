import { Profile } from '@headwater/contract/transcoding/profile';
import { type LiveProfile, transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { Checkbox, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { call } from '../../../lib/call.ts';
import { problemsIn, problemsOf } from '../../../lib/form-check.ts';
import { ifMatch } from '../../../lib/if-match.ts';
import { useRefusal } from '../../../lib/permission.ts';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { SaveBar } from '../../../ui/SaveBar.tsx';
import { SaveButtons } from '../../../ui/SaveButtons.tsx';
import { StaleNotice } from '../../../ui/StaleNotice.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { LadderWarnings } from './LadderWarnings.tsx';
import {
  audioOptions,
  fpsOptions,
  gopOptions,
  h264Options,
  levelOptions,
  presetOptions,
  sizeChoices,
} from './profile-fields.ts';
import { profileWarnings } from './profile-warnings.ts';
import { RateField } from './RateField.tsx';
import { useTranscodingChange } from './transcoding-queries.ts';

type Props = { serviceId: number; profile: LiveProfile };

const begin = ({ value, isDefault, revision }: LiveProfile) => ({ values: { value, isDefault }, version: revision });

/** Every field of a profile. Nothing is typed that could reach an encoder's command line: all is chosen or a figure. */
export function ProfileForm({ serviceId, profile }: Props) {
  const { profileChanged } = useTranscodingChange(serviceId);
  const refused = useRefusal(transcodingRoutes.updateLiveProfile);
  const readOnly = refused !== null;
  const params = { serviceId, profileId: profile.id };
  const { form, formProps, isDirty, busy, problem, stale, startFrom, clear } = useCallForm({
    initialValues: begin(profile).values,
    version: profile.revision,
    check: ({ value }) => problemsIn('value', Profile, value),
    send: (body, version) => call(transcodingRoutes.updateLiveProfile, { params, body }, { headers: ifMatch(version) }),
    saved: (reply) => begin(reply.profile),
    onSuccess: (reply) => {
      toast.success(reply.profile.usedBy.length > 0 ? 'Saved. The encoders of its streams begin anew.' : 'Saved.');
      profileChanged(reply.profile);
    },
    failed: 'The profile could not be saved. Try again.',
  });
  const reload = async () => {
    const fresh = await call(transcodingRoutes.getLiveProfile, { params });
    profileChanged(fresh.profile);
    startFrom(begin(fresh.profile));
  };
  const { value } = form.values;
  const errorOf = (field: string) => form.errors[`value.${field}`] as string | undefined;
  const set = (change: Partial<Profile>) => form.setValues({ value: { ...value, ...change } });
  const choose = (
    field: string,
    text: string,
    data: { value: string; label: string }[],
    onChange: (next: string) => void,
  ) => ({
    data,
    value: text,
    onChange: (next: string | null) => next !== null && onChange(next),
    allowDeselect: false,
    disabled: readOnly,
    error: errorOf(field),
  });
  const warnings = Object.keys(problemsOf(Profile, value)).length === 0 ? profileWarnings(value) : [];
  return (
    <form {...formProps} aria-label="Profile">
      <Stack gap="md">
        <Panel title="Picture">
          <Stack gap="md" maw="44rem">
            <TextInput
              label="Name"
              readOnly={readOnly}
              value={value.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
              error={errorOf('name')}
            />
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <Select
                label="Size"
                description="The picture is fitted into it, and never enlarged."
                {...choose('size', value.size, sizeChoices, (size) => set({ size: size as Profile['size'] }))}
              />
              <Select
                label="Frame rate"
                description="As the source is the least work."
                {...choose('fps', String(value.fps), fpsOptions, (fps) =>
                  set({ fps: fps === 'source' ? fps : (Number(fps) as Profile['fps']) }),
                )}
              />
            </SimpleGrid>
            <RateField value={value.rate} onChange={(rate) => set({ rate })} errorOf={errorOf} readOnly={readOnly} />
            <LadderWarnings warnings={warnings} />
          </Stack>
        </Panel>
        <Panel title="Encoder">
          <SimpleGrid cols={{ base: 1, sm: 2 }} maw="44rem">
            <Select
              label="Key frame interval"
              description="Also the length of segments; the same in all qualities of a stream."
              {...choose('gopSeconds', String(value.gopSeconds), gopOptions, (seconds) =>
                set({ gopSeconds: Number(seconds) as Profile['gopSeconds'] }),
              )}
            />
            <Select
              label="Preset"
              description="How much work the encoder puts into each frame."
              {...choose('preset', value.preset, presetOptions, (preset) =>
                set({ preset: preset as Profile['preset'] }),
              )}
            />
            <Select
              label="H.264 profile"
              {...choose('profile', value.profile, h264Options, (next) => set({ profile: next as Profile['profile'] }))}
            />
            <Select
              label="H.264 level"
              {...choose('level', value.level, levelOptions, (level) => set({ level: level as Profile['level'] }))}
            />
          </SimpleGrid>
        </Panel>
        <Panel title="Sound">
          <SimpleGrid cols={{ base: 1, sm: 2 }} maw="44rem">
            <Select
              label="Bitrate of the sound"
              {...choose('audio.kbps', String(value.audio.kbps), audioOptions, (kbps) =>
                set({ audio: { ...value.audio, kbps: Number(kbps) as Profile['audio']['kbps'] } }),
              )}
            />
            <Select
              label="Channels"
              {...choose(
                'audio.channels',
                String(value.audio.channels),
                [
                  { value: '2', label: 'Stereo' },
                  { value: '1', label: 'Mono' },
                ],
                (channels) => set({ audio: { ...value.audio, channels: Number(channels) as 1 | 2 } }),
              )}
            />
          </SimpleGrid>
        </Panel>
        <Panel>
          <Checkbox
            label="Default"
            description="New multi-bitrate streams begin with the profiles that are marked so."
            disabled={readOnly}
            {...form.getInputProps('isDefault', { type: 'checkbox' })}
          />
        </Panel>
        <FormProblem words={problem} />
        {stale && <StaleNotice what="this profile" onReload={reload} />}
        <SaveBar>
          <SaveButtons dirty={isDirty} busy={busy} refused={refused} onUndo={clear} />
        </SaveBar>
      </Stack>
      <LeaveGuard dirty={isDirty && !readOnly} />
    </form>
  );
}
