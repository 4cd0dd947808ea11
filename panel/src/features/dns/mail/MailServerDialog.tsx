import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { MailEntry } from '@headwater/contract/dns/mail-routes';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { readRecord } from '@headwater/contract/dns/record-types';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Modal, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { call } from '../../../lib/call.ts';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { paramsOf } from '../domain-queries.ts';
import { tellFailure } from '../tell-failure.ts';
import { useMailChange } from './mail-queries.ts';

type Props = { domain: DnsDomain; entry: MailEntry | null; opened: boolean; onClose: () => void };

const valuesOf = (entry: MailEntry | null) => ({
  host: entry?.host ?? '@',
  record: entry?.record ?? '',
  priority: String(entry?.priority ?? 10),
  ttl: entry?.ttl ?? '3600',
});

/** Adds a mail server, or changes one. */
export function MailServerDialog({ domain, entry, opened, onClose }: Props) {
  const title = entry ? 'Change mail server' : 'Add mail server';
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <MailServerForm key={entry?.id ?? 'new'} domain={domain} entry={entry} onClose={onClose} />
    </Modal>
  );
}

function MailServerForm({ domain, entry, onClose }: Omit<Props, 'opened'>) {
  const changed = useMailChange();
  const { form, formProps, busy, problem } = useCallForm({
    initialValues: valuesOf(entry),
    check: (values) => {
      const read = readRecord({ ...values, type: 'MX' }, domain.domain);
      return read.ok ? {} : Object.fromEntries(read.errors.map(({ field, message }) => [field, message]));
    },
    send: async (body) => {
      const params = paramsOf(domain);
      try {
        return entry
          ? await call(dnsRoutes.updateMail, { params: { ...params, mailId: entry.id }, body })
          : await call(dnsRoutes.addMail, { params, body });
      } catch (error) {
        tellFailure(entry ? dnsMessages.updateMail : dnsMessages.addMail, error);
        throw error;
      }
    },
    onSuccess: (reply) => {
      toast.success(entry ? 'The mail server was changed' : 'The mail server was added', { lasts: 'domainSuccess' });
      changed(reply.domain);
      onClose();
    },
    failed: 'The mail server could not be saved. Try again.',
  });
  const mono = { classNames: { input: 'mono' }, spellCheck: false, autoComplete: 'off', autoCapitalize: 'none' };
  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput
          label="Mail server"
          description="The name of the server, not its address."
          placeholder={`mail.${domain.domain}`}
          data-autofocus
          {...mono}
          {...form.getInputProps('record')}
        />
        <TextInput
          label="For"
          description={`@ is ${domain.domain} itself; lists would be for lists.${domain.domain}.`}
          {...mono}
          {...form.getInputProps('host')}
        />
        <SimpleGrid cols={2}>
          <TextInput
            label="Priority"
            description="The lowest is tried first."
            inputMode="numeric"
            {...mono}
            {...form.getInputProps('priority')}
          />
          <TextInput
            label="TTL, seconds"
            description="How long it is remembered."
            inputMode="numeric"
            {...mono}
            {...form.getInputProps('ttl')}
          />
        </SimpleGrid>
        <FormProblem words={problem} />
        <DialogButtons onCancel={onClose} busy={busy}>
          {entry ? 'Save changes' : 'Add mail server'}
        </DialogButtons>
      </Stack>
    </form>
  );
}
