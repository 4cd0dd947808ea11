import { Stack } from '@mantine/core';
import { DurationField } from './DurationField.tsx';
import type { SettingFormProps } from './form-props.ts';
import { outcomeOf } from './outcome.ts';
import { SettingSwitch } from './SettingSwitch.tsx';

/** How far viewers may go back. */
export function NdvrForm({ value, onChange, errors, readOnly }: SettingFormProps<'ndvr'>) {
  return (
    <Stack gap="md">
      <SettingSwitch
        label="Let viewers rewind"
        checked={value.enabled}
        onChange={(enabled) => onChange({ ...value, enabled })}
        readOnly={readOnly}
        error={errors.enabled}
        outcome={outcomeOf('ndvr', value)}
      >
        <DurationField
          label="They may go back"
          value={value.windowSeconds}
          onChange={(windowSeconds) => onChange({ ...value, windowSeconds })}
          error={errors.windowSeconds}
          readOnly={readOnly}
        />
      </SettingSwitch>
    </Stack>
  );
}
