import type { Permission } from '@headwater/contract/lib/permissions';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../lib/permission.ts';
import { permissionLabel } from '../../lib/permission-words.ts';
import { registered } from '../../lib/registered.ts';
import { PermissionPicker } from '../../ui/PermissionPicker.tsx';
import { applyPreset, isShutOut, offeredPermissions, withServices } from './presets.ts';

type Props = {
  value: Permission[];
  onChange: (value: Permission[]) => void;
  error?: string | undefined;
  disabled?: boolean;
};

/** What a contact may do. Nobody gives or takes what they do not hold themselves. */
export function ContactPermissions({ value, onChange, error, disabled = false }: Props) {
  const { data: session } = useQuery(sessionQuery());
  const held = session?.permissions ?? [];
  const preset = (name: 'view' | 'everything') => onChange(applyPreset(name, { value, held }, offeredPermissions()));
  return (
    <Stack gap="xs">
      {!disabled && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            Start from
          </Text>
          <Button variant="default" size="compact-sm" onClick={() => preset('view')}>
            View only
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => preset('everything')}>
            Everything
          </Button>
        </Group>
      )}
      <PermissionPicker
        groups={registered.permissions}
        value={value}
        onChange={(chosen) => onChange(withServices(chosen, { value, held }))}
        held={held}
        error={error}
        disabled={disabled}
      />
      {isShutOut(value) && (
        <Text size="sm" role="status">
          Without “{permissionLabel('services.view')}” this contact cannot open a service, nor what belongs to one.
        </Text>
      )}
    </Stack>
  );
}
