import { OwnPassword } from '@headwater/contract/two-step/schema';
import { Stack, Text } from '@mantine/core';
import { z } from 'zod';
import { problemsOf } from '../../lib/form-check.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';

type Body = { password: string };
type Props<Answer> = {
  words: string;
  action: string;
  send: (body: Body) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onCancel: () => void;
};

const Asked = z.object({ password: OwnPassword });

/** What a dialog about two-step sign-in begins with. */
export function PasswordStep<Answer>({ words, action, send, onDone, onCancel }: Props<Answer>) {
  const { form, formProps, busy, problem } = useCallForm({
    initialValues: { password: '' },
    check: (values) => problemsOf(Asked, values),
    send,
    onSuccess: onDone,
    failed: 'Your password could not be checked. Try again.',
  });
  return (
    <form {...formProps}>
      <Stack gap="md">
        <Text>{words}</Text>
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <FormProblem words={problem} />
        <DialogButtons onCancel={onCancel} busy={busy}>
          {action}
        </DialogButtons>
      </Stack>
    </form>
  );
}
