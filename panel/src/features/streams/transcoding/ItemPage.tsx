import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Panel } from '../../../ui/Panel.tsx';

type Props = {
  serviceId: number;
  what: 'profile' | 'filter';
  name: string | undefined;
  error: unknown;
  onRetry: () => void;
  children: ReactNode;
};

/** The page of a profile or a filter: its content, once it is there. */
export function ItemPage({ serviceId, what, name, error, onRetry, children }: Props) {
  const params = { serviceId: String(serviceId) };
  const list = '/$serviceId/streams/settings/live-transcoding';
  const gone = error instanceof CallError && error.status === 404;
  if (error && name === undefined) {
    return (
      <Page title={what === 'profile' ? 'Profile' : 'Filter'}>
        <Panel>
          {gone ? (
            <EmptyState
              title={`This ${what} does not exist`}
              action={
                <ButtonLink to={list} params={params}>
                  See all {what}s
                </ButtonLink>
              }
            >
              It belongs to another service, or it was deleted.
            </EmptyState>
          ) : (
            <ErrorState error={error} title={`The ${what} could not be loaded`} onRetry={onRetry} />
          )}
        </Panel>
      </Page>
    );
  }
  return (
    <Page
      title={name ?? <Skeleton height={24} width={180} my={2} />}
      lead={
        <AnchorLink to={list} params={params} size="sm">
          Live transcoding
        </AnchorLink>
      }
    >
      {name === undefined ? <Skeleton height={480} /> : children}
    </Page>
  );
}
