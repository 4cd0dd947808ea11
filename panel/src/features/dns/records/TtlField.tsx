import { Anchor, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatSeconds } from '../../../lib/format.ts';
import classes from './RecordForm.module.css';
import { secondsOf } from './ttl-text.ts';

type Props = {
  value: string;
  onChange: (seconds: string) => void;
  onBlur?: () => void;
  error?: ReactNode;
  label?: string;
  autoFocus?: boolean;
};

const usual = ['300', '3600', '86400'];
const inWords = (text: string) => (/^[1-9]\d{0,7}$/.test(text) ? formatSeconds(Number(text)) : null);

/** A time to live in seconds, with what is usual at hand. `1h` and the like become seconds once the field is left. */
export function TtlField({ value, onChange, onBlur, error, label = 'TTL', autoFocus = false }: Props) {
  const seconds = secondsOf(value);
  const leave = () => {
    if (seconds !== value) onChange(seconds);
    onBlur?.();
  };
  return (
    <div>
      <TextInput
        label={label}
        description="Seconds that resolvers may remember the answer, or 30m, 1h, 1d: short before a move, long when all is settled."
        autoComplete="off"
        rightSection={<span className={classes.words}>{inWords(seconds)}</span>}
        rightSectionWidth="auto"
        classNames={{ input: 'mono' }}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={leave}
        {...(autoFocus && { 'data-autofocus': true })}
      />
      <div className={classes.usual}>
        {usual.map((one) => (
          <Anchor key={one} component="button" type="button" size="xs" onClick={() => onChange(one)}>
            {inWords(one)}
          </Anchor>
        ))}
      </div>
    </div>
  );
}
