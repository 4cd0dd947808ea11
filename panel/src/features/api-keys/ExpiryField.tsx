import { Group, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { expiries, KeyValues } from './key-form.ts';

const words: Record<(typeof expiries)[number], string> = {
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In one year',
  never: 'Never',
  date: 'On a day of your choice',
};

/** How long a key is good for. */
export function ExpiryField({ form }: { form: UseFormReturnType<KeyValues> }) {
  const error = form.errors.expiresAt;
  const custom = form.values.expiry === 'date';
  return (
    <Group align="flex-start" gap="xs">
      <NativeSelect
        label="Expires"
        data={Object.entries(words).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('expiry')}
        {...(!custom && { error })}
      />
      {custom && <TextInput label="Last day" type="date" {...form.getInputProps('date')} error={error} />}
    </Group>
  );
}
