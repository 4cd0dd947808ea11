import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useService } from '../lib/current-service.ts';
import { useTitle } from '../lib/use-title.ts';
import { ButtonLink } from '../ui/links.tsx';
import { PlainPage } from '../ui/PlainPage.tsx';

export function ForbiddenScreen(): ReactNode {
  useTitle('No access');
  const service = useService();
  const closed = service && service.domainstatus !== 'Active';
  return (
    <PlainPage>
      <Stack gap="sm">
        <Title order={1}>You cannot open this</Title>
        <Text c="dimmed">
          {closed
            ? `The service ${service.domain} is ${service.domainstatus.toLowerCase()}. Only active services can be opened.`
            : 'Your account has no permission for this part of the service. Ask the main account holder for it.'}
        </Text>
        <Group mt="xs">
          <ButtonLink to="/home">Go to your services</ButtonLink>
        </Group>
      </Stack>
    </PlainPage>
  );
}
