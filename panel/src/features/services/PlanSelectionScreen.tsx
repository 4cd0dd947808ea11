import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTitle } from '../../lib/use-title.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { PlainPage } from '../../ui/PlainPage.tsx';

export function PlanSelectionScreen(): ReactNode {
  useTitle('Plans');
  return (
    <PlainPage>
      <Stack gap="sm">
        <Title order={1}>Your account has no service yet</Title>
        <Text c="dimmed">
          Plans to choose from will be offered here in a later version. Until then your provider sets up services; once
          yours is ready, you find it on the home page.
        </Text>
        <Group gap="xs" mt="xs">
          <ButtonLink to="/home" preload={false}>
            Look again
          </ButtonLink>
          <ButtonLink to="/logout" preload={false} variant="default">
            Log out
          </ButtonLink>
        </Group>
      </Stack>
    </PlainPage>
  );
}
