import { Input, NumberInput, Slider } from '@mantine/core';
import '@mantine/core/styles/Slider.layer.css';
import { useId } from 'react';
import { asNumber } from '../settings/form-props.ts';
import classes from './PercentField.module.css';

type Props = {
  label: string;
  description?: string;
  value: number;
  onChange: (percent: number) => void;
  least?: number;
  most: number;
  error: string | undefined;
  readOnly: boolean;
};

/** A share in percent: drawn with a slider, or typed. */
export function PercentField({ label, description, value, onChange, least = 0, most, error, readOnly }: Props) {
  const id = useId();
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error}>
      <div className={classes.line}>
        <Slider
          thumbLabel={`${label}, slider`}
          label={null}
          min={least}
          max={most}
          step={1}
          value={typeof value === 'number' ? value : least}
          onChange={onChange}
          disabled={readOnly}
        />
        <NumberInput
          id={id}
          value={value}
          onChange={(next) => onChange(asNumber(next))}
          suffix=" %"
          decimalScale={1}
          allowNegative={false}
          readOnly={readOnly}
          error={Boolean(error)}
        />
      </div>
    </Input.Wrapper>
  );
}
