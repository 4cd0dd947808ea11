import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { MailEntry, Policy } from '@headwater/contract/dns/mail-routes';
import { Alert, Checkbox, Group, Modal, Radio, Stack, Textarea } from '@mantine/core';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { providerOf, providers } from './mail-providers.ts';
import { useMailChange } from './mail-queries.ts';
import { saveText } from './save-text.ts';
import { buildSpf } from './spf.ts';
import { beginSpf, partsOf, spfProblems } from './spf-form.ts';

type Props = {
  domain: DnsDomain;
  mail: MailEntry[];
  spf: readonly Policy[];
  opened: boolean;
  onClose: () => void;
};

/** Builds the record that says who may send in the domain's name. */
export function SpfDialog({ opened, onClose, ...rest }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Who may send in your name" size="lg">
      <SpfForm {...rest} onClose={onClose} />
    </Modal>
  );
}

function SpfForm({ domain, mail, spf, onClose }: Omit<Props, 'opened'>) {
  const changed = useMailChange();
  const { form, formProps, busy, problem } = useCallForm({
    initialValues: beginSpf(
      spf.map(({ text }) => text),
      providerOf(mail, domain.domain),
    ),
    check: spfProblems,
    send: (values) => saveText(domain, spf, { host: '@', text: buildSpf(partsOf(values)) }),
    onSuccess: (reply) => {
      toast.success('The SPF record was saved', { lasts: 'domainSuccess' });
      changed(reply.domain);
      onClose();
    },
    failed: 'The record could not be saved. Try again.',
  });
  const text = buildSpf(partsOf(form.values));
  const { error } = form.getInputProps('record');
  return (
    <form {...formProps}>
      <Stack gap="md">
        {spf.length > 1 && (
          <Alert color="yellow">
            This is what the {spf.length} records allow between them. Saved, it replaces them all.
          </Alert>
        )}
        <Stack gap="xs">
          <Checkbox label="The servers that receive the mail" {...form.getInputProps('mx', { type: 'checkbox' })} />
          <Checkbox
            label="The server of the website"
            description="Its contact form, for example."
            {...form.getInputProps('a', { type: 'checkbox' })}
          />
        </Stack>
        <Checkbox.Group label="Providers that send for you" {...form.getInputProps('known')}>
          <Group gap="md" mt={6}>
            {providers.flatMap(({ id, label, spf: name }) =>
              name ? [<Checkbox key={id} value={name} label={label} />] : [],
            )}
          </Group>
        </Checkbox.Group>
        <Textarea
          label="Other services"
          description="One name a line, as the service tells you: what stands behind “include:”."
          rows={2}
          spellCheck={false}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('others')}
        />
        <Textarea
          label="Other addresses"
          description="IPv4 or IPv6, one a line; networks as 192.0.2.0/24."
          rows={2}
          spellCheck={false}
          classNames={{ input: 'mono' }}
          {...form.getInputProps('addresses')}
        />
        <Radio.Group label="Mail from everybody else" {...form.getInputProps('rest')}>
          <Stack gap="xs" mt={6}>
            <Radio
              value="~all"
              label="Is suspicious"
              description="A good start, while you find out who sends for you."
            />
            <Radio
              value="-all"
              label="Is forged and may be refused"
              description="Once you are sure that the list is whole."
            />
            <Radio value="?all" label="Nothing is said about it" />
            {form.values.rest === '' && <Radio value="" label="As the record says already" />}
          </Stack>
        </Radio.Group>
        <CodeBlock code={text} what="SPF record" />
        <FormProblem words={typeof error === 'string' ? error : problem} />
        <DialogButtons onCancel={onClose} busy={busy}>
          {spf.length > 0 ? 'Save record' : 'Create record'}
        </DialogButtons>
      </Stack>
    </form>
  );
}
