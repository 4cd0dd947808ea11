import { Anchor, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';

type Props = {
  // Each as a form hands it over.
  value?: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  autoFocus?: boolean;
};

/** Where the second step is entered: the code that an authenticator app shows, or a recovery code in its place. */
export function CodeField({ value = '', onChange, error, autoFocus = false }: Props) {
  const [recovery, setRecovery] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const turn = () => {
    setRecovery(!recovery);
    onChange('');
    input.current?.focus();
  };
  return (
    <div>
      <TextInput
        ref={input}
        label={recovery ? 'Recovery code' : 'Code'}
        description={recovery ? 'One of the ten that you kept.' : 'Six digits, from your authenticator app.'}
        name="code"
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={autoFocus}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
      />
      <Anchor component="button" type="button" size="sm" mt={6} onClick={turn}>
        {recovery ? 'Use your authenticator app' : 'Use a recovery code'}
      </Anchor>
    </div>
  );
}
