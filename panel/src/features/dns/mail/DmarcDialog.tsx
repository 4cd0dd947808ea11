import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { Policy } from '@headwater/contract/dns/mail-routes';
import { Alert, Checkbox, Modal, Radio, Select, Stack, TextInput } from '@mantine/core';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { buildDmarc, dmarcProblems, onlyWatching, parseDmarc } from './dmarc.ts';
import { useMailChange } from './mail-queries.ts';
import { saveText } from './save-text.ts';

type Props = { domain: DnsDomain; dmarc: readonly Policy[]; opened: boolean; onClose: () => void };

/** Builds the record that says what happens to forged mail. */
export function DmarcDialog({ opened, onClose, ...rest }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="What happens to forged mail" size="lg">
      <DmarcForm {...rest} onClose={onClose} />
    </Modal>
  );
}

function DmarcForm({ domain, dmarc, onClose }: Omit<Props, 'opened'>) {
  const changed = useMailChange();
  const { form, formProps, busy, problem } = useCallForm({
    initialValues: dmarc[0] ? parseDmarc(dmarc[0].text) : onlyWatching,
    check: dmarcProblems,
    send: (values) => saveText(domain, dmarc, { host: '_dmarc', text: buildDmarc(values) }),
    onSuccess: (reply) => {
      toast.success('The DMARC record was saved', { lasts: 'domainSuccess' });
      changed(reply.domain);
      onClose();
    },
    failed: 'The record could not be saved. Try again.',
  });
  const { error } = form.getInputProps('record');
  return (
    <form {...formProps}>
      <Stack gap="md">
        {dmarc.length > 1 && (
          <Alert color="yellow">
            This begins with the first of the {dmarc.length} records. Saved, it replaces them all.
          </Alert>
        )}
        <Radio.Group label="Mail that fails SPF and DKIM" {...form.getInputProps('policy')}>
          <Stack gap="xs" mt={6}>
            <Radio
              value="none"
              label="Is delivered as before"
              description="Begin here, and read the reports for some weeks."
            />
            <Radio
              value="quarantine"
              label="Goes to the spam folder"
              description="Once the reports show your own mail passing."
            />
            <Radio
              value="reject"
              label="Is refused"
              description="The strongest protection: forged mail never arrives."
            />
          </Stack>
        </Radio.Group>
        <TextInput
          label="Reports to"
          description="An e-mail address that gets a machine-readable summary each day; more of them separated by commas."
          placeholder={`dmarc@${domain.domain}`}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('reports')}
        />
        <Select
          label={`Mail from names below ${domain.domain}`}
          data={[
            { value: '', label: 'Is treated alike' },
            { value: 'none', label: 'Is delivered as before' },
            { value: 'quarantine', label: 'Goes to the spam folder' },
            { value: 'reject', label: 'Is refused' },
          ]}
          allowDeselect={false}
          {...form.getInputProps('subdomains')}
        />
        <Checkbox
          label="Sender and signature must match the domain exactly"
          description="Without it, a name below the domain is good enough."
          {...form.getInputProps('strict', { type: 'checkbox' })}
        />
        <CodeBlock code={buildDmarc(form.values)} what="DMARC record" />
        <FormProblem words={typeof error === 'string' ? error : problem} />
        <DialogButtons onCancel={onClose} busy={busy}>
          {dmarc.length > 0 ? 'Save record' : 'Create record'}
        </DialogButtons>
      </Stack>
    </form>
  );
}
