import { streamMessages } from '@headwater/contract/streams/messages';
import { streamRoutes } from '@headwater/contract/streams/routes';
import type { StreamInput, StreamType } from '@headwater/contract/streams/schema';
import { aliasFrom } from '@headwater/contract/zones/alias';
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../lib/call.ts';
import { wordsOf } from '../../lib/call-error.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { toast } from '../../ui/toast.ts';
import { useCallForm } from '../../ui/use-call-form.ts';
import { bodyOf, createProblems, nothingYet } from './create-form.ts';
import { DelayField } from './DelayField.tsx';
import { RetentionField } from './RetentionField.tsx';
import { ServerField } from './ServerField.tsx';
import { SourcesField } from './SourcesField.tsx';
import { appendStream } from './stream-queries.ts';
import { choosesInput } from './stream-types.ts';

type Props = { serviceId: number; type: StreamType; onClose: () => void; onBack?: () => void };

/** What a stream of one type cannot do without; all else has a default that can be changed on its page. */
export function CreateStreamForm({ serviceId, type, onClose, onBack }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const attempt = useAttempt();
  const { form, formProps, busy, problem } = useCallForm({
    initialValues: nothingYet(type),
    check: (values) => createProblems(type, values),
    send: async (values) => {
      const body = bodyOf(type, values);
      try {
        return await attempt(body, (headers) =>
          call(streamRoutes.createStream, { params: { serviceId, type }, body }, { headers }),
        );
      } catch (error) {
        toast.error(wordsOf(error, 'The stream could not be created. Try again.'));
        throw error;
      }
    },
    onSuccess: ({ stream }) => {
      toast.success(streamMessages.created);
      appendStream(client, stream);
      onClose();
      const params = { serviceId: String(serviceId), streamId: stream.id };
      void navigate({ to: `/$serviceId/streams/${type}/$streamId`, params });
    },
    failed: 'The stream could not be created. Try again.',
    fieldOf: {
      alias_taken: 'alias',
      no_live_server: 'serverId',
      source_private: 'sources.0.url',
      source_unresolvable: 'sources.0.url',
    },
  });
  const { values, errors } = form;
  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput label="Name" placeholder="Evening news" data-autofocus {...form.getInputProps('name')} />
        {choosesInput(type) && (
          <Radio.Group
            label="The picture comes"
            value={values.input}
            onChange={(input) => form.setFieldValue('input', input as StreamInput)}
          >
            <Stack gap="xs" mt={6}>
              <Radio value="push" label="From an encoder" description="OBS, ffmpeg or a device publishes to us." />
              <Radio value="pull" label="From an address" description="We fetch what plays elsewhere." />
            </Stack>
          </Radio.Group>
        )}
        {values.input === 'pull' && (
          <SourcesField
            value={values.sources}
            onChange={(sources) => form.setFieldValue('sources', sources)}
            errors={errors}
          />
        )}
        {type === 'abr' && (
          <Text size="sm" c="dimmed">
            It goes out in the default profiles of the service: 720p, 480p and 360p, unless you changed them. Others can
            be chosen on its page.
          </Text>
        )}
        {type === 'timeshift' && (
          <DelayField
            label="Delay"
            description="How much later viewers see it: 1 second to 24 hours."
            value={values.delaySeconds}
            onChange={(seconds) => form.setFieldValue('delaySeconds', seconds)}
            error={errors.delaySeconds}
          />
        )}
        {type === 'dvr' && (
          <RetentionField
            value={values.settings.dvr.retentionDays}
            onChange={(days) => form.setFieldValue('settings.dvr.retentionDays', days)}
            error={errors['settings.dvr.retentionDays']}
          />
        )}
        <TextInput
          label="Playback path"
          description="The first part of its playback address. Left empty, it is taken from the name."
          placeholder={values.name.trim() === '' ? 'evening-news' : aliasFrom(values.name)}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          classNames={{ input: 'mono' }}
          {...form.getInputProps('alias')}
        />
        <ServerField
          serviceId={serviceId}
          type={type}
          value={values.serverId}
          onChange={(serverId) => form.setFieldValue('serverId', serverId)}
          error={errors.serverId}
        />
        <FormProblem words={problem} />
        <Group justify={onBack ? 'space-between' : 'flex-end'} gap="xs">
          {onBack && (
            <Button variant="subtle" onClick={onBack}>
              Another type
            </Button>
          )}
          <DialogButtons onCancel={onClose} busy={busy}>
            Create stream
          </DialogButtons>
        </Group>
      </Stack>
    </form>
  );
}
