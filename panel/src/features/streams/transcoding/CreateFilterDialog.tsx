import { Filter } from '@headwater/contract/transcoding/filter';
import { transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { Modal, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../lib/call.ts';
import { problemsOf } from '../../../lib/form-check.ts';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { newFilter } from './filter-parts.ts';
import { madeId } from './made-id.ts';
import { useTranscodingChange } from './transcoding-queries.ts';

type Props = { serviceId: number; opened: boolean; onClose: () => void };

/** Asks for a name; what the filter does is chosen on its page, beside a picture of it. */
export function CreateFilterDialog({ opened, ...rest }: Props) {
  return (
    <Modal opened={opened} onClose={rest.onClose} title="Create a filter">
      <Form {...rest} />
    </Modal>
  );
}

function Form({ serviceId, onClose }: Omit<Props, 'opened'>) {
  const navigate = useNavigate();
  const { filterChanged } = useTranscodingChange(serviceId);
  const { form, formProps, busy, problem } = useCallForm({
    initialValues: { value: { name: '' } },
    check: ({ value }) => {
      const { name } = problemsOf(Filter, newFilter(value.name));
      return name === undefined ? {} : { 'value.name': name };
    },
    send: ({ value }) =>
      call(transcodingRoutes.createLiveFilter, { params: { serviceId }, body: { value: newFilter(value.name) } }),
    onSuccess: ({ filterid, filter }) => {
      toast.success(`Filter ${filter.value.name} was created`);
      onClose();
      const filterId = madeId(serviceId, filterid, 'filter');
      if (filterId === null) return;
      filterChanged(filter);
      void navigate({
        to: '/$serviceId/streams/settings/live-transcoding/filters/$filterId',
        params: { serviceId: String(serviceId), filterId },
      });
    },
    failed: 'The filter could not be created. Try again.',
  });
  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput label="Name" placeholder="Our logo" data-autofocus {...form.getInputProps('value.name')} />
        <FormProblem words={problem} />
        <DialogButtons onCancel={onClose} busy={busy}>
          Create filter
        </DialogButtons>
      </Stack>
    </form>
  );
}
