import { Anchor, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatSeconds } from '../../../lib/format.ts';
import classes from './RecordForm.module.css';

type Props = {
  value: string;
  onChange: (seconds: string) => void;
  onBlur?: () => void;
  error?: ReactNode;
  label?: string;
  autoFocus?: boolean;
};

const usual = ['300', '3600', '86400'];
const inWords = (text: string) => (/^[1-9]\d{0,7}$/.test(text.trim()) ? formatSeconds(Number(text)) : null);

/** A time to live in seconds, with what is usual at hand. */
export function TtlField({ value, onChange, onBlur, error, label = 'TTL', autoFocus = false }: Props) {
  return (
    <div>
      <TextInput
        label={label}
        description="Seconds that resolvers may remember the answer: short before a move, long when all is settled."
        inputMode="numeric"
        autoComplete="off"
        rightSection={<span className={classes.words}>{inWords(value)}</span>}
        rightSectionWidth="auto"
        classNames={{ input: 'mono' }}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
        {...(autoFocus && { 'data-autofocus': true })}
      />
      <div className={classes.usual}>
        {usual.map((seconds) => (
          <Anchor key={seconds} component="button" type="button" size="xs" onClick={() => onChange(seconds)}>
            {inWords(seconds)}
          </Anchor>
        ))}
      </div>
    </div>
  );
}
