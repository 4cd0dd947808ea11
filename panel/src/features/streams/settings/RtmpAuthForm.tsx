import type { Stream } from '@headwater/contract/streams/schema';
import type { StreamSettings } from '@headwater/contract/streams/settings';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { Copyable } from '../../../ui/Copyable.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { publishKey } from '../publish-key.ts';
import type { SettingFormProps } from './form-props.ts';
import { outcomeOf } from './outcome.ts';
import { SettingSwitch } from './SettingSwitch.tsx';
import { newSecret } from './secret.ts';

const passwordLength = 20;

/** What an encoder is given: OBS in two fields, ffmpeg in one address. */
function EncoderFacts({ stream, value }: { stream: Stream; value: StreamSettings['rtmpauth'] }) {
  const { ingest } = stream;
  if (!ingest?.key) return null;
  const hidden = publishKey('••••••••', { ...value, password: '••••••••' });
  return (
    <Facts
      facts={[
        { label: 'Server', value: <Copyable value={ingest.url} what="server" whole /> },
        {
          label: 'Stream key',
          value: <Copyable value={publishKey(ingest.key, value)} text={hidden} what="stream key" whole />,
        },
      ]}
    />
  );
}

/** A user name and a password for publishers. */
export function RtmpAuthForm({ value, onChange, errors, readOnly, stream }: SettingFormProps<'rtmpauth'>) {
  return (
    <Stack gap="md">
      <SettingSwitch
        label="Ask publishers for a user name and a password"
        checked={value.enabled}
        onChange={(enabled) => onChange({ ...value, enabled })}
        readOnly={readOnly}
        error={errors.enabled}
        outcome={outcomeOf('rtmpauth', value)}
      >
        <TextInput
          label="User name"
          classNames={{ input: 'mono' }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={readOnly}
          value={value.username}
          onChange={(event) => onChange({ ...value, username: event.currentTarget.value })}
          error={errors.username}
        />
        {!readOnly && (
          <>
            <PasswordField
              label="Password"
              description="8 characters or more: letters, digits and . _ ~ -"
              classNames={{ input: 'mono' }}
              autoComplete="new-password"
              value={value.password}
              onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
              error={errors.password}
            />
            <Group gap="xs">
              <Button
                variant="default"
                size="xs"
                onClick={() => onChange({ ...value, password: newSecret().slice(0, passwordLength) })}
              >
                Generate a password
              </Button>
            </Group>
            {stream && <EncoderFacts stream={stream} value={value} />}
          </>
        )}
      </SettingSwitch>
    </Stack>
  );
}
