import { useState } from 'react';
import { PasswordField, type PasswordFieldProps } from './PasswordField.tsx';

type Props = {
  /** What the form gives the field of the password, and of its repetition where it is typed twice. */
  password: Partial<PasswordFieldProps>;
  confirmation?: Partial<PasswordFieldProps>;
  label?: string;
};

/** Where a new password is chosen. Both fields are shown or hidden together. */
export function NewPasswordFields({ password, confirmation, label = 'Password' }: Props) {
  const [visible, setVisible] = useState(false);
  const shared = { autoComplete: 'new-password', visible, onVisibilityChange: setVisible };
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        description="At least 10 characters. A few words in a row are easy to remember and hard to guess."
        {...shared}
        {...password}
      />
      {confirmation && <PasswordField label={`${label} once more`} name="confirmation" {...shared} {...confirmation} />}
    </>
  );
}
