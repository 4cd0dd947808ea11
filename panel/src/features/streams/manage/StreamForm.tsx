import { streamMessages } from '@headwater/contract/streams/messages';
import { streamRoutes } from '@headwater/contract/streams/routes';
import { type Stream, StreamUpdate } from '@headwater/contract/streams/schema';
import { Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { CallError, wordsOf } from '../../../lib/call-error.ts';
import { problemsOf } from '../../../lib/form-check.ts';
import { ifMatch } from '../../../lib/if-match.ts';
import { useRefusal } from '../../../lib/permission.ts';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { SaveButtons } from '../../../ui/SaveButtons.tsx';
import { StaleNotice } from '../../../ui/StaleNotice.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { DelayField } from '../DelayField.tsx';
import { streamParams, streamQuery, useStreamChange } from '../stream-queries.ts';

type Values = { name: string; delaySeconds: number | string; reconnectSeconds: number | string };

const valuesOf = ({ name, delaySeconds, reconnectSeconds }: Stream): Values => ({
  name,
  delaySeconds,
  reconnectSeconds,
});

/** Only a timeshift stream has a delay. */
const bodyOf = (stream: Stream, { delaySeconds, ...values }: Values) =>
  ({ ...values, ...(stream.type === 'timeshift' && { delaySeconds }) }) as {
    name: string;
    reconnectSeconds: number;
    delaySeconds?: number;
  };

const begin = (stream: Stream) => ({ values: valuesOf(stream), version: stream.revision });

/** A stream's name and how it behaves in time. */
export function StreamForm({ stream }: { stream: Stream }) {
  const client = useQueryClient();
  const changed = useStreamChange();
  const refused = useRefusal(streamRoutes.updateStream);
  const readOnly = refused !== null;
  const { form, formProps, isDirty, busy, problem, stale, startFrom, clear } = useCallForm({
    initialValues: valuesOf(stream),
    version: stream.revision,
    check: (values) => problemsOf(StreamUpdate, bodyOf(stream, values)),
    send: async (values, version) => {
      try {
        const body = bodyOf(stream, values);
        return await call(
          streamRoutes.updateStream,
          { params: streamParams(stream), body },
          { headers: ifMatch(version) },
        );
      } catch (error) {
        if (!(error instanceof CallError && error.code === 'stale')) {
          toast.error(wordsOf(error, 'The stream could not be saved. Try again.'));
        }
        throw error;
      }
    },
    saved: (reply) => begin(reply.stream),
    onSuccess: (reply) => {
      toast.success(streamMessages.updated);
      changed(reply.stream);
    },
    failed: 'The stream could not be saved. Try again.',
  });
  const reload = async () => {
    const reply = await client.fetchQuery({ ...streamQuery(stream), staleTime: 0 });
    startFrom(begin(reply.stream));
  };
  const { values, errors } = form;
  return (
    <form {...formProps} aria-label="Stream">
      <Panel title="Stream">
        <Stack gap="md" maw="32rem">
          <TextInput label="Name" disabled={readOnly} {...form.getInputProps('name')} />
          {stream.type === 'timeshift' && (
            <DelayField
              label="Delay"
              description="How much later viewers see it: 1 second to 24 hours."
              disabled={readOnly}
              value={values.delaySeconds}
              onChange={(seconds) => form.setFieldValue('delaySeconds', seconds)}
              error={errors.delaySeconds}
            />
          )}
          <DelayField
            label="Reconnect window"
            description="How long we wait for a publisher or a source that was lost. Within it, the same broadcast and the same recording go on."
            disabled={readOnly}
            value={values.reconnectSeconds}
            onChange={(seconds) => form.setFieldValue('reconnectSeconds', seconds)}
            error={errors.reconnectSeconds}
          />
          {stale && <StaleNotice what="this stream" onReload={reload} />}
          <FormProblem words={problem} />
          <Group gap="xs">
            <SaveButtons dirty={isDirty} busy={busy} refused={refused} onUndo={clear} />
          </Group>
        </Stack>
      </Panel>
      <LeaveGuard dirty={isDirty} />
    </form>
  );
}
