import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTitle } from '../lib/use-title.ts';
import { ButtonLink } from '../ui/links.tsx';
import { PlainPage } from '../ui/PlainPage.tsx';

export function ErrorScreen(): ReactNode {
  useTitle('Page not found');
  return (
    <PlainPage>
      <Stack gap="sm">
        <Title order={1}>This page does not exist</Title>
        <Text c="dimmed">The address may be mistyped, or it names a service that your account does not have.</Text>
        <Group mt="xs">
          <ButtonLink to="/home">Go to your services</ButtonLink>
        </Group>
      </Stack>
    </PlainPage>
  );
}
