import { streamRoutes } from '@headwater/contract/streams/routes';
import type { Stream } from '@headwater/contract/streams/schema';
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { fieldErrorsOf, wordsOf } from '../../../lib/call-error.ts';
import { Copyable } from '../../../ui/Copyable.tsx';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { Refusable } from '../../../ui/Refusable.tsx';
import { DateTime } from '../../../ui/Time.tsx';
import { streamParams } from '../stream-queries.ts';

const spans = [
  { value: '60', label: '1 minute' },
  { value: '600', label: '10 minutes' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '24 hours' },
];

/** A link as viewers get it, to be tried in another window. */
export function TestLink({ stream, dirty }: { stream: Stream; dirty: boolean }) {
  const [span, setSpan] = useState('3600');
  const [ip, setIp] = useState('');
  const { enabled, bindIp } = stream.settings.securetoken;
  const make = useMutation({
    mutationFn: () =>
      call(streamRoutes.createPlaybackLink, {
        params: streamParams(stream),
        body: { for: 'viewer', expiresInSeconds: Number(span), ...(bindIp && ip.trim() !== '' && { ip: ip.trim() }) },
      }),
  });
  const refused = dirty || !enabled ? 'Save first: test links are signed with what is saved.' : null;
  const problems = fieldErrorsOf(make.error);
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        Make a test link
      </Text>
      <Group gap="xs" align="flex-end">
        <Select
          label="Good for"
          data={spans}
          value={span}
          onChange={(next) => next && setSpan(next)}
          allowDeselect={false}
          w={140}
        />
        {bindIp && (
          <TextInput
            label="Visitor's address"
            placeholder="203.0.113.7"
            classNames={{ input: 'mono' }}
            spellCheck={false}
            value={ip}
            onChange={(event) => setIp(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            error={problems.ip}
          />
        )}
        <Refusable reason={refused}>
          <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
            Make a test link
          </Button>
        </Refusable>
      </Group>
      {make.error && problems.ip === undefined && (
        <FormProblem words={wordsOf(make.error, 'The link could not be made. Try again.')} />
      )}
      {make.data && (
        <div role="status">
          <Copyable value={make.data.hls} what="test link" whole />
          <Text size="xs" c="dimmed">
            Good until <DateTime iso={make.data.expiresAt} />
          </Text>
        </div>
      )}
    </Stack>
  );
}
