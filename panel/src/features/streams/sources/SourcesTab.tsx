import { streamMessages } from '@headwater/contract/streams/messages';
import { streamRoutes } from '@headwater/contract/streams/routes';
import { SourcesUpdate, type Stream } from '@headwater/contract/streams/schema';
import { Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
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
import { SourcesField } from '../SourcesField.tsx';
import { streamParams, streamQuery, useStreamChange } from '../stream-queries.ts';
import { tellSourceFailure } from './tell-source-failure.ts';

const valuesOf = ({ sources }: Stream) => ({ sources: sources.length > 0 ? sources : [{ url: '' }] });
const begin = (stream: Stream) => ({ values: valuesOf(stream), version: stream.revision });

/** Where a stream is fetched from. */
export default function SourcesTab({ stream }: { serviceId: number; stream: Stream }) {
  const client = useQueryClient();
  const changed = useStreamChange();
  const refused = useRefusal(streamRoutes.updateSources);
  const readOnly = refused !== null;
  const { form, formProps, isDirty, busy, problem, stale, startFrom, clear } = useCallForm({
    initialValues: valuesOf(stream),
    version: stream.revision,
    check: (values) => problemsOf(SourcesUpdate, values),
    send: async (body, version) => {
      try {
        return await call(
          streamRoutes.updateSources,
          { params: streamParams(stream), body },
          { headers: ifMatch(version) },
        );
      } catch (error) {
        tellSourceFailure(error);
        throw error;
      }
    },
    saved: (reply) => begin(reply.stream),
    onSuccess: (reply) => {
      toast.success(streamMessages.sourceUpdated);
      changed(reply.stream);
    },
    failed: 'The sources could not be saved. Try again.',
    fieldOf: { source_private: 'sources.0.url', source_unresolvable: 'sources.0.url' },
  });
  const reload = async () => {
    const reply = await client.fetchQuery({ ...streamQuery(stream), staleTime: 0 });
    startFrom(begin(reply.stream));
  };
  return (
    <form {...formProps} aria-label="Sources">
      <Panel title="Where we fetch it from">
        <Stack gap="md" maw="44rem">
          <SourcesField
            value={form.values.sources}
            onChange={(sources) => {
              form.setFieldValue('sources', sources);
              // What was said of a place may be about another source now.
              form.clearErrors();
            }}
            errors={form.errors}
            disabled={readOnly}
          />
          {stale && <StaleNotice what="this stream" onReload={reload} />}
          <FormProblem words={problem} />
          <Group gap="xs">
            <SaveButtons dirty={isDirty} busy={busy} refused={refused} onUndo={clear}>
              Update sources
            </SaveButtons>
          </Group>
        </Stack>
      </Panel>
      <LeaveGuard dirty={isDirty} />
    </form>
  );
}
