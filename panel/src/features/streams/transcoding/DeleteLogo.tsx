import { type LogoFile, transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { wordsOf } from '../../../lib/call-error.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from './LogoPicker.module.css';
import { logosQuery } from './transcoding-queries.ts';

type Props = { serviceId: number; logo: LogoFile; onGone: () => void };

/** Deletes a logo; the server says which filter uses it. */
export function DeleteLogo({ serviceId, logo, onGone }: Props) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => call(transcodingRoutes.deleteLogo, { params: { serviceId, imageId: logo.id } }),
    onSuccess: () => {
      toast.success(`${logo.name} was deleted`);
      onGone();
      const { queryKey } = logosQuery(serviceId);
      client.setQueryData(
        queryKey,
        (held) => held && { ...held, logos: held.logos.filter(({ id }) => id !== logo.id) },
      );
    },
  });
  return (
    <>
      <ActionIcon
        className={classes.delete}
        variant="default"
        size="sm"
        aria-label={`Delete ${logo.name}`}
        onClick={() => setAsking(true)}
      >
        <IconTrash size={14} />
      </ActionIcon>
      <ConfirmDialog
        opened={asking}
        onClose={() => {
          setAsking(false);
          remove.reset();
        }}
        title={`Delete ${logo.name}?`}
        action="Delete logo"
        busy={remove.isPending}
        error={remove.error && wordsOf(remove.error, 'The logo could not be deleted. Try again.')}
        onConfirm={() => remove.mutate()}
        danger
      >
        Nothing brings it back.
      </ConfirmDialog>
    </>
  );
}
