import { Anchor, Button, Text } from '@mantine/core';
import { CodeField } from '../../ui/CodeField.tsx';

type Props = {
  email: string;
  code: string;
  onCode: (code: string) => void;
  error: string | undefined;
  busy: boolean;
  onBack: () => void;
};

/** What the sign-in page asks once the password was right. */
export function CodeStep({ email, code, onCode, error, busy, onBack }: Props) {
  return (
    <>
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        You are signing in as {email}.
      </Text>
      <CodeField value={code} onChange={onCode} error={error} autoFocus />
      <Button type="submit" fullWidth loading={busy}>
        Sign in
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={onBack}>
        Start again
      </Anchor>
    </>
  );
}
