import { NumberInput, Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  /** Days; null keeps them; the empty text while nothing is typed. */
  value: number | string | null;
  onChange: (days: number | string | null) => void;
  error?: ReactNode;
  disabled?: boolean;
};

const usualDays = 30;

/** How long recordings are kept. */
export function RetentionField({ value, onChange, error, disabled = false }: Props) {
  return (
    <Radio.Group
      label="Keep recordings"
      disabled={disabled}
      value={value === null ? 'always' : 'days'}
      onChange={(choice) => onChange(choice === 'always' ? null : usualDays)}
    >
      <Stack gap="xs" mt={6}>
        <Radio value="days" label="For a number of days" />
        {value !== null && (
          <NumberInput
            aria-label="Days"
            ml={28}
            w={160}
            min={1}
            max={3650}
            suffix=" days"
            allowDecimal={false}
            disabled={disabled}
            value={value}
            onChange={onChange}
            error={error}
          />
        )}
        <Radio value="always" label="Until I delete them" />
      </Stack>
    </Radio.Group>
  );
}
