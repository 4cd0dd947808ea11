import { Stack, Text } from '@mantine/core';
import type { SettingFormProps } from './form-props.ts';
import { outcomeOf } from './outcome.ts';
import { SettingSwitch } from './SettingSwitch.tsx';

/** What playback paths are made of. */
export function HashForm({ value, onChange, errors, readOnly, stream }: SettingFormProps<'hash'>) {
  return (
    <Stack gap="md">
      <SettingSwitch
        label="Hash playback paths"
        checked={value.enabled}
        onChange={(enabled) => onChange({ enabled })}
        readOnly={readOnly}
        error={errors.enabled}
        outcome={outcomeOf('hash', value)}
      />
      {stream && value.enabled !== stream.settings.hash.enabled && (
        <Text size="sm">
          Saving changes the playback address. Players and pages that use{' '}
          <span className="mono">{stream.playback.hls}</span> have to be given the new one.
        </Text>
      )}
    </Stack>
  );
}
