import { Alert, Switch, Text } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import type { ReactNode } from 'react';
import type { Outcome } from './outcome.ts';

type Props = {
  label: string;
  checked: boolean;
  onChange: (enabled: boolean) => void;
  readOnly: boolean;
  error?: string | undefined;
  /** What the setting does as the form stands. */
  outcome: Outcome;
  children?: ReactNode;
};

/** Turns a setting on and off, and says what it does as it stands. */
export function SettingSwitch({ label, checked, onChange, readOnly, error, outcome, children }: Props) {
  return (
    <>
      <Switch
        label={label}
        checked={checked}
        disabled={readOnly}
        error={error}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <div aria-live="polite">
        {outcome.shutsOut ? (
          <Alert color="yellow" p="xs">
            {outcome.words}
          </Alert>
        ) : (
          <Text size="sm" c="dimmed">
            {outcome.words}
          </Text>
        )}
      </div>
      {checked && children}
    </>
  );
}
