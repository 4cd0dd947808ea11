import { apiKeyRoutes } from '@headwater/contract/api-keys/routes';
import type { ApiKey } from '@headwater/contract/api-keys/schema';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { sessionQuery } from '../../lib/permission.ts';
import { registered } from '../../lib/registered.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { PermissionPicker } from '../../ui/PermissionPicker.tsx';
import { useCallForm } from '../../ui/use-call-form.ts';
import { ExpiryField } from './ExpiryField.tsx';
import { blankKey, type KeyValues, keyOf, keyProblems, permissionsOf } from './key-form.ts';
import { isAccountWide, keyGroups } from './key-permissions.ts';
import { ReachField } from './ReachField.tsx';

type Props = { onMade: (made: { apiKey: ApiKey; token: string }) => void; onCancel: () => void };

/** What a key may do, where, from where and for how long. */
export function KeyForm({ onMade, onCancel }: Props) {
  const client = useQueryClient();
  const attempt = useAttempt();
  const held = useQuery(sessionQuery()).data?.permissions ?? [];
  const { form, formProps, busy, problem } = useCallForm<KeyValues, { apiKey: ApiKey; token: string }>({
    initialValues: blankKey,
    check: (values) => keyProblems(values, Date.now()),
    send: (values) => {
      const body = keyOf(values, Date.now());
      return attempt(body, (headers) => call(apiKeyRoutes.createApiKey, { body }, { headers }));
    },
    onSuccess: (made) => {
      void client.invalidateQueries({ queryKey: [apiKeyRoutes.listApiKeys.path] });
      onMade(made);
    },
    failed: 'The key could not be created. Try again.',
  });
  const { errors } = form;
  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="What will use it, so that you know later what depends on it."
          placeholder="Deploy pipeline"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <PermissionPicker
          groups={keyGroups(registered.permissions)}
          value={permissionsOf(form.values)}
          onChange={(permissions) => form.setFieldValue('permissions', permissions)}
          held={held}
          refusal={(name) =>
            form.values.reach === 'services' && isAccountWide(registered.permissions, name)
              ? 'This concerns the whole account, and the key is limited to chosen services.'
              : null
          }
          error={errors.permissions?.toString()}
        />
        <ReachField form={form} />
        <Textarea
          label="Addresses"
          description="Where it may be used from: one address or range per line. Empty for anywhere."
          placeholder={'203.0.113.0/24\n2001:db8::/32'}
          classNames={{ input: 'mono' }}
          rows={2}
          spellCheck={false}
          {...form.getInputProps('addresses')}
        />
        <ExpiryField form={form} />
        <FormProblem words={problem} />
        <DialogButtons onCancel={onCancel} busy={busy}>
          Create API key
        </DialogButtons>
      </Stack>
    </form>
  );
}
