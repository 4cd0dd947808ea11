import type { Reply } from '@headwater/contract/lib/route';
import { twoStepRoutes } from '@headwater/contract/two-step/routes';
import { Code } from '@headwater/contract/two-step/schema';
import { Input, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';
import { QrCode } from './QrCode.tsx';
import { refreshSignIn } from './two-step-query.ts';

type Props = {
  secret: { secret: string; uri: string };
  onOn: (reply: Reply<typeof twoStepRoutes.enableTwoStep>) => void;
  onCancel: () => void;
};

const First = z.object({ code: Code });

/** Hands the secret to an app, which shows that it has it by a first code. */
export function ScanStep({ secret: { secret, uri }, onOn, onCancel }: Props) {
  const client = useQueryClient();
  const { form, formProps, busy, problem } = useCallForm({
    initialValues: { code: '' },
    check: (values) => problemsOf(First, values),
    send: (body) => call(twoStepRoutes.enableTwoStep, { body }),
    onSuccess: (reply) => {
      refreshSignIn(client);
      onOn(reply);
    },
    failed: 'Two-step sign-in could not be switched on. Try again.',
  });
  return (
    <form {...formProps}>
      <Stack gap="md">
        <Text>Scan this with your authenticator app, or type the secret into it.</Text>
        <QrCode value={uri} label="QR code of the secret" />
        <Input.Wrapper label="Secret" labelElement="div">
          <div>
            <Copyable value={secret} text={secret.replace(/(?<=.)(?=(.{4})+$)/g, ' ')} what="secret" whole />
          </div>
        </Input.Wrapper>
        <TextInput
          label="Code"
          description="Six digits, which the app shows now. Your other sessions end when it is right."
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          autoFocus
          {...form.getInputProps('code')}
        />
        <FormProblem words={problem} />
        <DialogButtons onCancel={onCancel} busy={busy}>
          Switch on
        </DialogButtons>
      </Stack>
    </form>
  );
}
