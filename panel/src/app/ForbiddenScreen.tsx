import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useService } from '../lib/current-service.ts';
import type { ForbiddenHint } from '../lib/forbidden-hint.ts';
import { useTitle } from '../lib/use-title.ts';
import { ButtonLink } from '../ui/links.tsx';
import { PlainPage } from '../ui/PlainPage.tsx';
import { internalPath } from './guards.ts';

/** What may not be opened, why, and the way on: `redirect` in the address is where it leads. */
export function ForbiddenScreen(): ReactNode {
  useTitle('No access');
  const service = useService();
  const navigate = useNavigate();
  const { redirect } = useSearch({ strict: false }) as { redirect?: unknown };
  const hint = useLocation({ select: ({ state }) => (state as { forbidden?: ForbiddenHint }).forbidden });
  const target = internalPath(redirect);
  const closed = service && service.domainstatus !== 'Active';
  const words = closed
    ? `The service ${service.domain} is ${service.domainstatus.toLowerCase()}. Only active services can be opened.`
    : 'Your account has no permission for this part of the service. Ask the main account holder for it.';
  return (
    <PlainPage>
      <Stack gap="sm">
        <Title order={1}>You cannot open this</Title>
        <Text c="dimmed">{hint?.text ?? words}</Text>
        <Group mt="xs" gap="xs">
          {target && <Button onClick={() => void navigate({ href: target })}>{hint?.action ?? 'Go on'}</Button>}
          <ButtonLink to="/home" variant={target ? 'default' : 'filled'}>
            Go to your services
          </ButtonLink>
        </Group>
      </Stack>
    </PlainPage>
  );
}
