import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import classes from './SecretsField.module.css';
import { newSecret, rotated, withFirst } from './secret.ts';

type Props = { value: string[]; onChange: (value: string[]) => void; errors: Record<string, string> };

/** The secret that links are signed with, and the one before while links of it are still out there. */
export function SecretsField({ value, onChange, errors }: Props) {
  const [first = '', before] = value;
  return (
    <Stack gap="sm">
      <div className={classes.line}>
        <PasswordField
          label="Secret"
          description="What your site signs links with. Whoever has it can make links: keep it on your server."
          className={classes.field}
          classNames={{ input: 'mono' }}
          autoComplete="off"
          spellCheck={false}
          value={first}
          onChange={(event) => onChange(withFirst(value, event.currentTarget.value))}
          error={errors['secrets.0'] ?? errors.secrets}
        />
        {first !== '' && <CopyButton value={first} what="secret" />}
      </div>
      <Group gap="xs">
        {first === '' ? (
          <Button variant="default" size="xs" onClick={() => onChange(withFirst(value, newSecret()))}>
            Generate a secret
          </Button>
        ) : (
          <>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconRefresh size={14} />}
              onClick={() => onChange(rotated(value))}
            >
              Rotate
            </Button>
            <Text size="xs" c="dimmed">
              A new secret takes its place; links signed with the one so far stay good.
            </Text>
          </>
        )}
      </Group>
      {before !== undefined && (
        <div className={classes.line}>
          <PasswordField
            label="The secret before"
            description="Links signed with it are good until you remove it."
            className={classes.field}
            classNames={{ input: 'mono' }}
            autoComplete="off"
            readOnly
            value={before}
            error={errors['secrets.1']}
          />
          <Button variant="default" size="xs" onClick={() => onChange([first].filter((secret) => secret !== ''))}>
            Remove
          </Button>
        </div>
      )}
    </Stack>
  );
}
