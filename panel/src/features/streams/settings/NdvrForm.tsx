import { Stack } from '@mantine/core';
import { DelayField } from '../DelayField.tsx';
import { asNumber, type SettingFormProps } from './form-props.ts';
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
        <DelayField
          label="They may go back"
          description="From 1 minute to 24 hours."
          value={value.windowSeconds}
          onChange={(seconds) => onChange({ ...value, windowSeconds: asNumber(seconds) })}
          error={errors.windowSeconds}
          disabled={readOnly}
        />
      </SettingSwitch>
    </Stack>
  );
}
