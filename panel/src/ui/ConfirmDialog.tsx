import { Alert, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DialogButtons } from './DialogButtons.tsx';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The verb and its object: `Delete zone`. */
  action: string;
  cancel?: string;
  onConfirm: () => void;
  busy: boolean;
  error: string | null;
  danger?: boolean;
  /** To be typed before the action: for what nothing brings back. */
  typedName?: string;
  /** Whether what had the focus before gets it back. */
  returnFocus?: boolean;
};

/** Asks before what is hard to undo. */
export function ConfirmDialog(props: Props) {
  const {
    opened,
    onClose,
    title,
    children,
    action,
    cancel = 'Cancel',
    onConfirm,
    busy,
    error,
    danger = false,
    typedName,
    returnFocus = true,
  } = props;
  const [typed, setTyped] = useState('');
  const ready = typedName === undefined || typed.trim() === typedName;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form around what asks is not sent with it.
    event.stopPropagation();
    if (ready && !busy) onConfirm();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      onExitTransitionEnd={() => setTyped('')}
      returnFocus={returnFocus}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <div>{children}</div>
          {typedName !== undefined && (
            <TextInput
              label={`Type ${typedName} to confirm`}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
          )}
          {error !== null && (
            <Alert color="red" role="alert">
              {error}
            </Alert>
          )}
          <DialogButtons onCancel={onClose} cancel={cancel} danger={danger} disabled={!ready} busy={busy}>
            {action}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
