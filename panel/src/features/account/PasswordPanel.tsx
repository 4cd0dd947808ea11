import { accountRoutes } from '@headwater/contract/account/routes';
import { isSame, notSame, passwordTwice } from '@headwater/contract/account/schema';
import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { AnchorLink } from '../../ui/links.tsx';
import { NewPasswordFields } from '../../ui/NewPasswordFields.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { toast } from '../../ui/toast.ts';
import { useCallForm } from '../../ui/use-call-form.ts';

const Wish = z
  .object({ current: z.string().min(1, 'Enter your current password'), ...passwordTwice })
  .refine(isSame, notSame);

export function PasswordPanel() {
  const client = useQueryClient();
  const { form, formProps, busy, problem, clear } = useCallForm({
    initialValues: { current: '', password: '', confirmation: '' },
    check: (values) => problemsOf(Wish, values),
    send: (body) => call(accountRoutes.changePassword, { body }),
    onSuccess: () => {
      toast.success('Your password is changed. Your other sessions have ended.');
      clear();
      void client.invalidateQueries({ queryKey: [accountRoutes.listSessions.path] });
    },
    failed: 'The password could not be changed. Try again.',
    fieldOf: { wrong_password: 'current' },
  });
  return (
    <Panel title="Password">
      <form {...formProps} aria-label="Password">
        <Stack gap="md">
          <PasswordField
            label="Current password"
            name="current"
            autoComplete="current-password"
            {...form.getInputProps('current')}
          />
          <NewPasswordFields
            label="New password"
            password={form.getInputProps('password')}
            confirmation={form.getInputProps('confirmation')}
          />
          <FormProblem words={problem} />
          <Group gap="md">
            <Button type="submit" variant="default" loading={busy}>
              Change password
            </Button>
            <AnchorLink to="/forgot-password" size="sm">
              Forgot it?
            </AnchorLink>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
