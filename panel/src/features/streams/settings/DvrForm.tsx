import { NumberInput, Radio, Stack } from '@mantine/core';
import { asNumber, type SettingFormProps } from './form-props.ts';
import { outcomeOf } from './outcome.ts';
import { SettingSwitch } from './SettingSwitch.tsx';

const usualDays = 30;

/** Whether sessions are recorded, and for how long recordings are kept. */
export function DvrForm({ value, onChange, errors, readOnly }: SettingFormProps<'dvr'>) {
  const keep = (retentionDays: number | null) => onChange({ ...value, retentionDays });
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
        <Radio.Group
          label="Recordings are kept"
          value={value.retentionDays === null ? 'always' : 'days'}
          onChange={(next) => keep(next === 'days' ? usualDays : null)}
          disabled={readOnly}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="days" label="For some days, then they are deleted by themselves" />
            <Radio value="always" label="Until you delete them" />
          </Stack>
        </Radio.Group>
        {value.retentionDays !== null && (
          <NumberInput
            label="Days"
            value={value.retentionDays}
            onChange={(days) => keep(asNumber(days))}
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=","
            w={160}
            readOnly={readOnly}
            error={errors.retentionDays}
          />
        )}
      </SettingSwitch>
    </Stack>
  );
}
