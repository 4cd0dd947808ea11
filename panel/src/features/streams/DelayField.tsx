import { Group, Input, NativeSelect, NumberInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { type DelayUnit, delayUnits, secondsOf, unitOf } from './delay-units.ts';

type Props = {
  label: string;
  description: string;
  /** Seconds; the empty text while nothing is typed. */
  value: number | string;
  onChange: (seconds: number | string) => void;
  error?: ReactNode;
  disabled?: boolean;
};

/** A time in the unit that suits it. */
export function DelayField({ label, description, value, onChange, error, disabled = false }: Props) {
  const id = useId();
  const [unit, setUnit] = useState<DelayUnit>(typeof value === 'number' ? unitOf(value) : 'seconds');
  const size = secondsOf(unit);
  const choose = (next: DelayUnit) => {
    setUnit(next);
    if (typeof value === 'number') onChange((value / size) * secondsOf(next));
  };
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <Group gap="xs" wrap="nowrap" mb={5}>
        <NumberInput
          id={id}
          aria-describedby={error ? `${id}-description ${id}-error` : `${id}-description`}
          style={{ flex: 1 }}
          min={0}
          allowNegative={false}
          disabled={disabled}
          value={typeof value === 'number' ? value / size : value}
          onChange={(typed) => onChange(typeof typed === 'number' ? Math.round(typed * size) : '')}
          error={Boolean(error)}
        />
        <NativeSelect
          aria-label={`Unit of ${label.toLowerCase()}`}
          w={110}
          disabled={disabled}
          data={delayUnits.map(({ value: name, label: words }) => ({ value: name, label: words }))}
          value={unit}
          onChange={(event) => choose(event.currentTarget.value as DelayUnit)}
        />
      </Group>
    </Input.Wrapper>
  );
}
