import { Profile } from '@headwater/contract/transcoding/profile';
import { transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { Modal, Select, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../lib/call.ts';
import { problemsOf } from '../../../lib/form-check.ts';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { madeId } from './made-id.ts';
import { newProfile, sizeChoices } from './profile-fields.ts';
import { useTranscodingChange } from './transcoding-queries.ts';

type Props = { serviceId: number; opened: boolean; onClose: () => void };

/** Asks for a name and a size; everything else has its usual value, to be changed on the profile's page. */
export function CreateProfileDialog({ opened, ...rest }: Props) {
  return (
    <Modal opened={opened} onClose={rest.onClose} title="Create a profile">
      <Form {...rest} />
    </Modal>
  );
}

function Form({ serviceId, onClose }: Omit<Props, 'opened'>) {
  const navigate = useNavigate();
  const { profileChanged } = useTranscodingChange(serviceId);
  const { form, formProps, busy, problem } = useCallForm({
    initialValues: { value: { name: '', size: '720p' as Profile['size'] } },
    check: ({ value }) => {
      const { name } = problemsOf(Profile, newProfile(value.name, value.size));
      return name === undefined ? {} : { 'value.name': name };
    },
    send: ({ value }) =>
      call(transcodingRoutes.createLiveProfile, {
        params: { serviceId },
        body: { value: newProfile(value.name, value.size) },
      }),
    onSuccess: ({ profileid, profile }) => {
      toast.success(`Profile ${profile.value.name} was created`);
      onClose();
      const profileId = madeId(serviceId, profileid, 'profile');
      if (profileId === null) return;
      profileChanged(profile);
      void navigate({
        to: '/$serviceId/streams/settings/live-transcoding/profiles/$profileId',
        params: { serviceId: String(serviceId), profileId },
      });
    },
    failed: 'The profile could not be created. Try again.',
  });
  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput label="Name" placeholder="720p" data-autofocus {...form.getInputProps('value.name')} />
        <Select
          label="Size"
          description="A frame that the picture is fitted into; it is never enlarged."
          data={sizeChoices}
          allowDeselect={false}
          {...form.getInputProps('value.size')}
        />
        <FormProblem words={problem} />
        <DialogButtons onCancel={onClose} busy={busy}>
          Create profile
        </DialogButtons>
      </Stack>
    </form>
  );
}
