import { type ElementProps, PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

type FieldProps = PasswordInputProps & ElementProps<'input', keyof PasswordInputProps>;
type Props = {
  /** What the form gives the field of the password, and of its repetition where it is typed twice. */
  password: Partial<FieldProps>;
  confirmation?: Partial<FieldProps>;
  label?: string;
};

/** Where a new password is chosen. Both fields are shown or hidden together, by keyboard as well. */
export function NewPasswordFields({ password, confirmation, label = 'Password' }: Props) {
  const [visible, setVisible] = useState(false);
  const shared = {
    autoComplete: 'new-password',
    visible,
    onVisibilityChange: setVisible,
    visibilityToggleButtonProps: { 'aria-label': visible ? 'Hide password' : 'Show password', tabIndex: 0 },
  };
  return (
    <>
      <PasswordInput
        label={label}
        name="password"
        description="At least 10 characters. A few words in a row are easy to remember and hard to guess."
        {...shared}
        {...password}
      />
      {confirmation && <PasswordInput label={`${label} once more`} name="confirmation" {...shared} {...confirmation} />}
    </>
  );
}
