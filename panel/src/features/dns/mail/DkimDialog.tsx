import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { call } from '../../../lib/call.ts';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { paramsOf } from '../domain-queries.ts';
import { tellFailure } from '../tell-failure.ts';
import { readKey, selectorIn } from './dkim.ts';
import { useMailChange } from './mail-queries.ts';

type Props = { domain: DnsDomain; opened: boolean; onClose: () => void };

/** Takes a key as the mail provider shows it. */
export function DkimDialog({ domain, opened, onClose }: Props) {
  const changed = useMailChange();
  const { form, formProps, busy, problem, clear } = useCallForm({
    initialValues: { selector: '', value: '' },
    check: (values) => {
      const read = readKey(values, domain.domain);
      return read.ok ? {} : read.problems;
    },
    send: async (values) => {
      const read = readKey(values, domain.domain);
      if (!read.ok) throw new Error('A form with problems is not sent');
      try {
        return await call(dnsRoutes.createRecord, { params: paramsOf(domain), body: read.key });
      } catch (error) {
        tellFailure(dnsMessages.createRecord, error);
        throw error;
      }
    },
    onSuccess: (reply) => {
      toast.success('The key was added', { lasts: 'domainSuccess' });
      changed(reply.domain);
      onClose();
    },
    failed: 'The key could not be added. Try again.',
  });
  const { host, record, ...placed } = form.errors;
  const elsewhere = Object.keys(placed).length === 0 ? (host ?? record) : undefined;
  return (
    <Modal opened={opened} onClose={onClose} title="Add a DKIM key" size="lg" onExitTransitionEnd={clear}>
      <form {...formProps}>
        <Stack gap="md">
          <Textarea
            label="Key"
            description="As your provider shows it: the text that begins with v=DKIM1, a whole line, or the name that a CNAME leads to."
            rows={5}
            spellCheck={false}
            classNames={{ input: 'mono' }}
            data-autofocus
            {...form.getInputProps('value')}
            onChange={(event) => {
              const value = event.currentTarget.value;
              form.setFieldValue('value', value);
              const found = form.values.selector === '' ? selectorIn(value) : null;
              if (found) form.setFieldValue('selector', found);
            }}
          />
          <TextInput
            label="Selector"
            description="The part before ._domainkey, which your provider names as well."
            placeholder="google"
            classNames={{ input: 'mono' }}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            {...form.getInputProps('selector')}
          />
          <FormProblem words={typeof elsewhere === 'string' ? elsewhere : problem} />
          <DialogButtons onCancel={onClose} busy={busy}>
            Add key
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
