import { type ElementProps, PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

export type PasswordFieldProps = PasswordInputProps & ElementProps<'input', keyof PasswordInputProps>;

/** A password, which can be shown by keyboard as well; Mantine's own marks neither that nor a wrong one. */
export function PasswordField({ visible, onVisibilityChange, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const isVisible = visible ?? shown;
  return (
    <PasswordInput
      aria-invalid={Boolean(props.error)}
      visible={isVisible}
      onVisibilityChange={onVisibilityChange ?? setShown}
      visibilityToggleButtonProps={{ 'aria-label': isVisible ? 'Hide password' : 'Show password', tabIndex: 0 }}
      {...props}
    />
  );
}
