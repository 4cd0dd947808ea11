import { aliasFrom } from '@headwater/contract/zones/alias';
import { zoneRoutes } from '@headwater/contract/zones/routes';
import { NewZone } from '@headwater/contract/zones/schema';
import { Alert, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../lib/call.ts';
import { fieldErrorsOf, wordsOf } from '../../lib/call-error.ts';
import { problemsOf } from '../../lib/form-check.ts';
import { settingsQuery } from '../../lib/provider.ts';
import { zoneListParams } from '../../lib/zone-queries.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { toast } from '../../ui/toast.ts';
import { useFocusWrong } from '../../ui/use-focus-wrong.ts';
import { useLateOpening } from '../../ui/use-late-opening.ts';
import classes from './CreateZoneDialog.module.css';
import { codeErrorsOf } from './zone-errors.ts';

type Props = { serviceId: number; opened: boolean; onClose: () => void };

const bodyOf = ({ name, zone, origin }: { name: string; zone: string; origin: string }) => ({
  name,
  origin,
  ...(zone.trim() !== '' && { zone }),
});

/** Asks for what a pull zone cannot do without. Everything else has a default that can be changed on its page. */
export default function CreateZoneDialog({ serviceId, opened, onClose }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const shown = useLateOpening(opened);
  const settings = useQuery({ ...settingsQuery(), staleTime: Infinity, enabled: opened });
  const [formRef, focusWrong] = useFocusWrong();
  const form = useForm({
    mode: 'controlled',
    initialValues: { name: '', zone: '', origin: '' },
    validate: (values) => problemsOf(NewZone, bodyOf(values)),
  });
  const create = useMutation({
    mutationFn: (values: typeof form.values) =>
      call(zoneRoutes.createZone, { params: zoneListParams(serviceId), body: bodyOf(values) }),
    onSuccess: ({ zone }) => {
      toast.success(`Zone ${zone.name} was created`);
      void client.invalidateQueries({ queryKey: [zoneRoutes.listZones.path] });
      onClose();
      const params = { serviceId: String(serviceId), zoneId: zone.zoneId };
      void navigate({ to: '/$serviceId/zones/http/pull/$zoneId', params });
    },
    onError: (error) => {
      form.setErrors({ ...codeErrorsOf(error), ...fieldErrorsOf(error) });
      focusWrong();
    },
  });
  const suggested = form.values.name.trim() === '' ? 'my-shop' : aliasFrom(form.values.name);
  const unplaced = create.error && Object.keys(form.errors).length === 0;
  return (
    <Modal
      opened={shown}
      onClose={onClose}
      title="Create an HTTP pull zone"
      onExitTransitionEnd={() => {
        form.reset();
        create.reset();
      }}
    >
      <form ref={formRef} onSubmit={form.onSubmit((values) => create.mutate(values), focusWrong)} noValidate>
        <Stack gap="md">
          <TextInput label="Name" placeholder="My shop" data-autofocus {...form.getInputProps('name')} />
          <TextInput
            label="Origin"
            description="Your own web server: where the edges fetch files the first time."
            placeholder="https://www.example.com"
            type="url"
            classNames={{ input: 'mono' }}
            spellCheck={false}
            {...form.getInputProps('origin')}
          />
          <TextInput
            label="Host name"
            description="Left empty, it is taken from the name."
            placeholder={suggested}
            spellCheck={false}
            autoCapitalize="none"
            classNames={{ input: 'mono', section: classes.domain }}
            rightSection={settings.data && <span className="mono">.{settings.data.edgeDomain}</span>}
            rightSectionWidth="auto"
            {...form.getInputProps('zone')}
          />
          {unplaced && (
            <Alert color="red" role="alert">
              {wordsOf(create.error, 'The zone could not be created. Try again.')}
            </Alert>
          )}
          <DialogButtons onCancel={onClose} busy={create.isPending}>
            Create zone
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
