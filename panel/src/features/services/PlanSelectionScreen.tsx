import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTitle } from '../../lib/use-title.ts';
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
          <Button component={Link} to="/home" preload={false}>
            Look again
          </Button>
          <Button component={Link} to="/logout" preload={false} variant="default">
            Log out
          </Button>
        </Group>
      </Stack>
    </PlainPage>
  );
}
