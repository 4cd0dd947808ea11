import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import type { ImportPlan } from '@headwater/contract/dns/transfer-routes';
import { toUnicode } from '@headwater/contract/dns/unicode';
import { Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { toast } from '../../ui/toast.ts';
import { useCallForm } from '../../ui/use-call-form.ts';
import { useLateOpening } from '../../ui/use-late-opening.ts';
import { asksAddress, bodyOf, createProblems, nameHint, nothingYet } from './create-form.ts';
import { useDomainChange } from './domain-queries.ts';
import { tellFailure } from './tell-failure.ts';
import { ImportResult } from './transfer/ImportResult.tsx';
import { ZoneFileField } from './ZoneFileField.tsx';

type Props = { serviceId: number; opened: boolean; onClose: () => void };

/** How long typing must pause before it is judged. */
const checkAfterMs = 600;

/** Asks for a domain and what it begins with: nothing, a ready-made set of records, or a zone file. */
export default function CreateDomainDialog({ serviceId, opened, onClose }: Props) {
  const changed = useDomainChange();
  const navigate = useNavigate();
  const shown = useLateOpening(opened);
  const [made, setMade] = useState<{ domain: DnsDomain; plan: ImportPlan } | null>(null);
  const open = ({ id }: DnsDomain) => {
    onClose();
    void navigate({ to: '/$serviceId/dns', params: { serviceId: String(serviceId) }, search: { domain: id } });
  };
  const { form, formProps, busy, problem, clear } = useCallForm({
    initialValues: nothingYet,
    check: createProblems,
    send: async (values) => {
      try {
        return await call(dnsRoutes.createDomain, { params: { serviceId }, body: bodyOf(values) });
      } catch (error) {
        tellFailure(dnsMessages.createDomain, error);
        throw error;
      }
    },
    onSuccess: ({ domain, plan }) => {
      toast.success(`${toUnicode(domain.domain)} was created`, { lasts: 'domainAdded', countdown: true });
      changed(domain);
      if (plan && plan.counts.skip > 0) setMade({ domain, plan });
      else open(domain);
    },
    failed: 'The domain could not be created. Try again.',
    fieldOf: { domain_taken: 'domain', public_suffix: 'domain', zone_file_refused: 'zone' },
  });
  const { values } = form;
  // Not when the field is left: what is pressed next would slip from under the pointer as the message appears.
  const checkSoon = useDebouncedCallback(() => {
    const typed = form.getValues();
    if (typed.domain.trim() === '') return;
    const { domain: wrong } = createProblems(typed);
    // Nothing is cleared: by now the server may have said what it has against the name.
    if (wrong) form.setFieldError('domain', wrong);
  }, checkAfterMs);
  const startOver = () => {
    clear();
    setMade(null);
  };
  if (made) {
    return (
      <Modal
        opened={shown}
        onClose={onClose}
        title={`${toUnicode(made.domain.domain)} was created`}
        size="xl"
        onExitTransitionEnd={startOver}
      >
        <ImportResult plan={made.plan} onClose={onClose} onOpen={() => open(made.domain)} />
      </Modal>
    );
  }
  return (
    <Modal opened={shown} onClose={onClose} title="Create a domain" onExitTransitionEnd={startOver}>
      <form {...formProps}>
        <Stack gap="md">
          <TextInput
            label="Domain"
            description={nameHint(values.domain)}
            placeholder="example.com"
            classNames={{ input: 'mono' }}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('domain')}
            onChange={(event) => {
              form.setFieldValue('domain', event.currentTarget.value);
              checkSoon();
            }}
          />
          <Radio.Group label="Start with" {...form.getInputProps('start')}>
            <Stack gap="xs" mt={6}>
              <Radio value="empty" label="No records" description="You add them one by one." />
              <Radio value="template" label="A template" description="The usual records, to change as you like." />
              <Radio
                value="import"
                label="A zone file"
                description="All records of the provider before us, in one step."
              />
            </Stack>
          </Radio.Group>
          {values.start === 'template' && (
            <Radio.Group label="Template" {...form.getInputProps('template')}>
              <Stack gap="xs" mt={6}>
                <Radio value="website" label="Website" description="The domain and www lead to your web server." />
                <Radio
                  value="website-and-mail"
                  label="Website and mail on one server"
                  description="The same, and mail arrives there too; only it may send in your name."
                />
                <Radio
                  value="no-mail"
                  label="No mail"
                  description="Says that the domain neither receives nor sends mail, so that nobody can forge it."
                />
              </Stack>
            </Radio.Group>
          )}
          {asksAddress(values) && (
            <TextInput
              label="Address of your server"
              description="IPv4 or IPv6."
              placeholder="192.0.2.10"
              classNames={{ input: 'mono' }}
              spellCheck={false}
              autoComplete="off"
              {...form.getInputProps('address')}
            />
          )}
          {values.start === 'import' && (
            <ZoneFileField
              value={values.zone}
              onChange={(zone) => form.setFieldValue('zone', zone)}
              error={form.errors.zone}
            />
          )}
          <FormProblem words={problem} />
          <DialogButtons onCancel={onClose} busy={busy}>
            Create domain
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
