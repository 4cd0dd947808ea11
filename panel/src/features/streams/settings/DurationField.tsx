import { Group, NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { asNumber } from './form-props.ts';

type Props = {
  label: string;
  /** In seconds. */
  value: number;
  onChange: (seconds: number) => void;
  error: string | undefined;
  readOnly: boolean;
};

const units = [
  { value: '3600', label: 'hours' },
  { value: '60', label: 'minutes' },
  { value: '1', label: 'seconds' },
];

const fitting = (seconds: number) => units.find(({ value }) => seconds % Number(value) === 0)?.value ?? '1';

/** A time in the unit that it is thought of in. */
export function DurationField({ label, value, onChange, error, readOnly }: Props) {
  const [unit, setUnit] = useState(() => fitting(value));
  // A time that came from elsewhere may not fit the unit that was chosen.
  const shownUnit = typeof value === 'number' && value % Number(unit) !== 0 ? fitting(value) : unit;
  const count = typeof value === 'number' ? value / Number(shownUnit) : value;
  const set = (next: number | string, size: string) =>
    onChange(next === '' ? asNumber('') : Number(next) * Number(size));
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <NumberInput
        label={label}
        value={count}
        onChange={(next) => set(next, shownUnit)}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        w={180}
        readOnly={readOnly}
        error={error}
      />
      <Select
        aria-label={`Unit of ${label.toLowerCase()}`}
        data={units}
        value={shownUnit}
        onChange={(next) => {
          if (next === null) return;
          setUnit(next);
          set(count, next);
        }}
        allowDeselect={false}
        w={120}
        mt={25}
        disabled={readOnly}
      />
    </Group>
  );
}
