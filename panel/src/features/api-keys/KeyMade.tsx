import type { ApiKey } from '@headwater/contract/api-keys/schema';
import { Alert, Button, Group, Input, Stack } from '@mantine/core';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { tryKey } from './try-key.ts';

type Props = { apiKey: ApiKey; token: string; serviceId: number; onStored: () => void };

/** The token of a new key, and a command that shows that it works. */
export function KeyMade({ apiKey, token, serviceId, onStored }: Props) {
  return (
    <Stack gap="md">
      <Alert color="yellow" title="Copy the token now">
        It is shown this once. Nobody can look it up later, your provider included.
      </Alert>
      <Input.Wrapper label="Token" labelElement="div">
        <CodeBlock code={token} what="token" />
      </Input.Wrapper>
      <Input.Wrapper label="Try it" labelElement="div">
        <CodeBlock code={tryKey(apiKey, { token, origin: location.origin, serviceId })} what="command" />
      </Input.Wrapper>
      <Group justify="flex-end">
        <Button onClick={onStored}>I have stored it</Button>
      </Group>
    </Stack>
  );
}
