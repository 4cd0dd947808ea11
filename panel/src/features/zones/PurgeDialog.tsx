import { messages } from '@headwater/contract/lib/messages';
import { zoneRoutes } from '@headwater/contract/zones/routes';
import type { Zone } from '@headwater/contract/zones/schema';
import { Modal, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { CallError, wordsOf } from '../../lib/call-error.ts';
import { zoneParams } from '../../lib/zone-queries.ts';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { toast } from '../../ui/toast.ts';
import { useFocusWrong } from '../../ui/use-focus-wrong.ts';
import { entriesOf, entriesProblem, namedProblem, wholeZone } from './purge-entries.ts';

type Props = { zone: Zone; opened: boolean; onClose: () => void };

/** One purge, one toast: what an earlier attempt was told must not stand beside a newer answer. */
const toastId = 'purge-refused';

const countWords = (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`);

/** Asks what the edges shall drop. What was typed stays when the purge is refused. */
export function PurgeDialog({ zone, opened, onClose }: Props) {
  const [scope, setScope] = useState<'files' | 'zone'>('files');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [form, focusWrong] = useFocusWrong();
  const client = useQueryClient();
  const purge = useMutation({
    mutationFn: (files: string[]) =>
      call(zoneRoutes.purgeZone, { params: zoneParams(zone.serviceId, zone.zoneId), body: { files } }),
    onSuccess: () => {
      // The history shows how it goes on; the words would soon be wrong.
      toast.success('The edges drop it now', { lasts: 'brief' });
      setText('');
      onClose();
      void client.invalidateQueries({ queryKey: [zoneRoutes.listPurges.path] });
    },
    onError: (error, files) => {
      const words = wordsOf(error, messages.somethingWentWrong);
      const [field] = error instanceof CallError ? error.errors : [];
      setProblem(field ? namedProblem(field.field, field.message, files) : words);
      focusWrong();
      toast.error(words, { title: messages.purgeFailed, id: toastId });
    },
  });
  const entries = entriesOf(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const files = scope === 'zone' ? [wholeZone] : entries;
    const found = entriesProblem(files);
    setProblem(found);
    toast.dismiss(toastId);
    if (found === null) purge.mutate(files);
    else focusWrong();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={`Purge ${zone.name}`} size="lg">
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap="md">
          <SegmentedControl
            aria-label="What to purge"
            data={[
              { value: 'files', label: 'Some files' },
              { value: 'zone', label: 'Whole zone' },
            ]}
            value={scope}
            onChange={(value) => {
              setScope(value as typeof scope);
              setProblem(null);
            }}
          />
          {scope === 'files' ? (
            <Textarea
              label="Paths"
              description="One per line: a path or a URL of this zone. End it with * for everything that starts like that."
              placeholder={'/index.html\n/images/*'}
              classNames={{ input: 'mono' }}
              rows={8}
              spellCheck={false}
              data-autofocus
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value);
                setProblem(null);
              }}
              error={problem}
            />
          ) : (
            <Text>
              Everything that the edges keep of <span className="mono">{zone.hostname}</span> is dropped. Until they
              have fetched it again, your origin answers every request.
              {problem && (
                <Text c="var(--mantine-color-error)" size="sm" mt="xs" role="alert">
                  {problem}
                </Text>
              )}
            </Text>
          )}
          <DialogButtons onCancel={onClose} busy={purge.isPending}>
            {scope === 'zone'
              ? 'Purge whole zone'
              : entries.length > 0
                ? `Purge ${countWords(entries.length)}`
                : 'Purge'}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
