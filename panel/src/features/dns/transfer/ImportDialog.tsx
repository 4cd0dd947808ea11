import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { fieldErrorsOf, wordsOf } from '../../../lib/call-error.ts';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { toast } from '../../../ui/toast.ts';
import { useFocusWrong } from '../../../ui/use-focus-wrong.ts';
import { paramsOf } from '../domain-queries.ts';
import { type RecordNews, startOver } from '../records/record-queries.ts';
import { ZoneFileField } from '../ZoneFileField.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { importWords, isIdle } from './import-words.ts';

type Props = { domain: DnsDomain; opened: boolean; onClose: () => void; onNews: (news: RecordNews) => void };
type Mode = 'merge' | 'replace';

/** Takes in a zone file: first shown what it would do, then done as one change. */
export default function ImportDialog({ domain, opened, onClose, onNews }: Props) {
  const client = useQueryClient();
  const params = paramsOf(domain);
  const [zone, setZone] = useState('');
  const [mode, setMode] = useState<Mode>('merge');
  const [problem, setProblem] = useState<string | null>(null);
  const [form, focusWrong] = useFocusWrong();
  const preview = useMutation({
    mutationFn: () => call(dnsRoutes.previewImport, { params, body: { zone, mode } }),
    onError: (error) => {
      setProblem(fieldErrorsOf(error).zone ?? null);
      focusWrong();
    },
  });
  const run = useMutation({
    mutationFn: () => call(dnsRoutes.importZone, { params, body: { zone, mode } }),
    onSuccess: async ({ plan, domain: next }) => {
      toast.success(importWords(plan), { lasts: 'long' });
      onClose();
      // What fails here is asked for once more with the whole list.
      await startOver(client, params).catch(() => undefined);
      onNews({ domain: next });
    },
  });
  const plan = preview.data?.plan;
  const error = run.error ?? preview.error;
  const change = () => {
    setProblem(null);
    preview.reset();
    run.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (plan) return run.mutate();
    if (zone.trim() !== '') return preview.mutate();
    setProblem('Choose a zone file, or paste its text');
    focusWrong();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Import into ${domain.domain}`}
      size="xl"
      closeOnClickOutside={false}
    >
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap="md">
          {plan ? (
            <ImportPreview plan={plan} />
          ) : (
            <ZoneFileField
              value={zone}
              error={problem}
              lines={12}
              onChange={(text) => {
                setZone(text);
                change();
              }}
            />
          )}
          {!plan && (
            <div>
              <SegmentedControl
                aria-label="What becomes of the records that are there"
                data={[
                  { value: 'merge', label: 'Add to what is there' },
                  { value: 'replace', label: 'Replace what is there' },
                ]}
                value={mode}
                onChange={(value) => {
                  setMode(value as Mode);
                  change();
                }}
              />
              <Text size="sm" c="dimmed" mt="xs">
                {mode === 'merge'
                  ? 'Records that the file does not name stay as they are.'
                  : 'Records that the file does not name are removed. The SOA takes the mailbox and times of the file, which Undo does not bring back; the name servers stay ours.'}
              </Text>
            </div>
          )}
          <FormProblem
            words={
              error && problem === null
                ? `${dnsMessages.importZone}: ${wordsOf(error, 'try again in a moment.')}`
                : null
            }
          />
          <Group justify="flex-end" gap="xs">
            {plan ? (
              <Button variant="default" mr="auto" onClick={change}>
                Back
              </Button>
            ) : null}
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              color={plan && plan.counts.remove > 0 ? 'red' : 'spring'}
              loading={preview.isPending || run.isPending}
              disabled={plan !== undefined && isIdle(plan)}
            >
              {plan ? 'Import' : 'Show what it does'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
