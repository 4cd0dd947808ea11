import type { Stream, StreamType } from '@headwater/contract/streams/schema';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { CallError, wordsOf } from '../../lib/call-error.ts';
import { useServiceId } from '../../lib/current-service.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { AnchorLink, ButtonLink } from '../../ui/links.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toast } from '../../ui/toast.ts';
import { DeletedStream } from './DeletedStream.tsx';
import { StreamState } from './StreamState.tsx';
import { StreamTabs } from './StreamTabs.tsx';
import { addressWords, listWord } from './stream-types.ts';
import { useStream } from './use-stream.ts';

/** One stream. The tab stands in the address. */
export function StreamScreen({ type }: { type: StreamType }): ReactNode {
  const serviceId = useServiceId();
  const { streamId = '' } = useParams({ strict: false }) as { streamId?: string };
  const { stream, error, refresh } = useStream({ serviceId, type, id: streamId });
  const { plural, singular } = addressWords[type];
  useTitle(stream?.name ?? singular, plural);
  const missing = error instanceof CallError && error.status === 404;
  useFailureToast(stream && !missing ? null : error);
  if (missing || (error && !stream)) {
    return (
      <Page title={singular}>
        <Panel>
          {missing ? (
            <NotFound serviceId={serviceId} type={type} words={error.message} onRefresh={refresh} />
          ) : (
            <ErrorState error={error} title="The stream could not be loaded" onRetry={refresh} />
          )}
        </Panel>
      </Page>
    );
  }
  return (
    <Page
      title={stream?.name ?? <Skeleton height={24} width={180} my={2} />}
      aside={stream && <StreamState stream={stream} wrap />}
      lead={<Lead serviceId={serviceId} type={type} stream={stream} />}
    >
      {stream?.deletedAt ? <DeletedStream stream={stream} /> : <StreamTabs stream={stream} type={type} id={streamId} />}
    </Page>
  );
}

/** Each failure once, in a toast as well as in the place of what could not be shown. */
function useFailureToast(error: unknown): void {
  const words = error ? wordsOf(error, 'The stream could not be loaded. Try again in a moment.') : '';
  useEffect(() => {
    if (words !== '') toast.error(words);
  }, [words]);
}

type LeadProps = { serviceId: number; type: StreamType; stream: Stream | undefined };

function Lead({ serviceId, type, stream }: LeadProps) {
  return (
    <>
      <AnchorLink to={`/$serviceId/streams/${listWord(type)}`} params={{ serviceId: String(serviceId) }} size="sm">
        {addressWords[type].plural}
      </AnchorLink>
      {stream ? <Copyable value={stream.id} what="stream id" /> : <Skeleton height={12} width={160} />}
      {stream?.server && <Text size="sm">on {stream.server.name}</Text>}
    </>
  );
}

type NotFoundProps = { serviceId: number; type: StreamType; words: string; onRefresh: () => void };

function NotFound({ serviceId, type, words, onRefresh }: NotFoundProps) {
  return (
    <EmptyState
      title={words}
      action={
        <Group gap="xs" justify="center">
          <ButtonLink to={`/$serviceId/streams/${listWord(type)}`} params={{ serviceId: String(serviceId) }}>
            See all {addressWords[type].plural.toLowerCase()}
          </ButtonLink>
          <Button variant="default" onClick={onRefresh}>
            Look again
          </Button>
        </Group>
      }
    >
      It belongs to another service, it is of another type, or it was deleted more than 30 days ago.
    </EmptyState>
  );
}
