import { type LiveFilter, transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { wordsOf } from '../../../lib/call-error.ts';
import { useRefusal } from '../../../lib/permission.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DeedLine } from '../../../ui/DeedLine.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { toast } from '../../../ui/toast.ts';
import { listWords } from '../settings/list-words.ts';
import { useTranscodingChange } from './transcoding-queries.ts';

type Props = {
  serviceId: number;
  what: 'profile' | 'filter';
  name: string;
  usedBy: LiveFilter['usedBy'];
  onDelete: () => Promise<unknown>;
  /** Called once it is gone and its page is left. */
  onGone: () => void;
};

/** Deletes a profile or a filter that no stream uses, and goes to the list. */
export function DeleteItem({ serviceId, what, name, usedBy, onDelete, onGone }: Props) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const { deleted } = useTranscodingChange(serviceId);
  const refused = useRefusal(transcodingRoutes.deleteLiveProfile);
  const names = listWords(usedBy.map((stream) => stream.name));
  const used = usedBy.length === 0 ? null : `${names} ${usedBy.length === 1 ? 'uses' : 'use'} it.`;
  const remove = useMutation({
    mutationFn: onDelete,
    onSuccess: () => {
      toast.success(`${name} was deleted`);
      deleted();
      const params = { serviceId: String(serviceId) };
      const left = navigate({ to: '/$serviceId/streams/settings/live-transcoding', params, ignoreBlocker: true });
      void left.then(onGone);
    },
  });
  return (
    <Panel flush>
      <DeedLine
        deed={`Delete ${what}`}
        text={
          used
            ? 'It is in use: take it out of its streams first. Deleted ones count, since they can be restored.'
            : 'It is gone for good.'
        }
        refused={refused ?? used}
        danger
        onDo={() => setAsking(true)}
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => {
          setAsking(false);
          remove.reset();
        }}
        title={`Delete ${name}?`}
        action={`Delete ${what}`}
        busy={remove.isPending}
        error={remove.error && wordsOf(remove.error, `The ${what} could not be deleted. Try again.`)}
        onConfirm={() => remove.mutate()}
        danger
      >
        Nothing brings it back.
      </ConfirmDialog>
    </Panel>
  );
}
