import { Stack } from '@mantine/core';
import { RetentionField } from '../RetentionField.tsx';
import { asNumber, type SettingFormProps } from './form-props.ts';
import { outcomeOf } from './outcome.ts';
import { SettingSwitch } from './SettingSwitch.tsx';

/** Whether sessions are recorded, and for how long recordings are kept. */
export function DvrForm({ value, onChange, errors, readOnly }: SettingFormProps<'dvr'>) {
  return (
    <Stack gap="md">
      <SettingSwitch
        label="Record every session"
        checked={value.enabled}
        onChange={(enabled) => onChange({ ...value, enabled })}
        readOnly={readOnly}
        error={errors.enabled}
        outcome={outcomeOf('dvr', value)}
      >
        <RetentionField
          value={value.retentionDays}
          onChange={(days) => onChange({ ...value, retentionDays: days === null ? null : asNumber(days) })}
          error={errors.retentionDays}
          disabled={readOnly}
        />
      </SettingSwitch>
    </Stack>
  );
}
