import { Button, Stack, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallError, wordsOf } from '../../lib/call-error.ts';
import { useLinkKey } from '../../lib/link-key.ts';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { PlainPage } from '../../ui/PlainPage.tsx';
import { Following } from './Following.tsx';

type Props = {
  title: string;
  doing: string;
  failed: string;
  /** Uses the key up. @returns the address that it was about. */
  send: (key: string) => Promise<{ email: string }>;
  /** Paths of routes that answer otherwise now. */
  changes: readonly string[];
  done: (email: string) => ReactNode;
  over: (incomplete: boolean) => ReactNode;
  /** The way on from a refusal that another try does not change. */
  refused?: ReactNode;
};

/** A mailed link that does its work as soon as it is opened. */
export function FollowLink({ title, doing, failed, send, changes, done, over, refused }: Props) {
  const client = useQueryClient();
  const key = useLinkKey();
  // A query, since it is asked once however often the page is drawn.
  const answer = useQuery({
    queryKey: [title, key],
    queryFn: async () => {
      const reply = await send(key);
      for (const path of changes) void client.invalidateQueries({ queryKey: [path] });
      return reply;
    },
    enabled: key !== '',
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { error } = answer;
  if (key === '') return <PlainPage>{over(true)}</PlainPage>;
  if (answer.data) return <PlainPage>{done(answer.data.email)}</PlainPage>;
  if (error instanceof CallError && error.code === 'key_expired') return <PlainPage>{over(false)}</PlainPage>;
  if (error) {
    const final = refused && error instanceof CallError && error.status === 409;
    return (
      <PlainPage>
        <Stack gap="md" align="flex-start">
          <Title order={1}>{title}</Title>
          <FormProblem words={wordsOf(error, failed)} />
          {final ? (
            refused
          ) : (
            <Button loading={answer.isFetching} onClick={() => void answer.refetch()}>
              Try again
            </Button>
          )}
        </Stack>
      </PlainPage>
    );
  }
  return (
    <PlainPage>
      <Following doing={doing} />
    </PlainPage>
  );
}
