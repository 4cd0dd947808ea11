import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Asks before what was typed and not saved is left behind. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => dirty,
    // A tab that is closed can only be held by the browser's own question.
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title="Discard changes?"
      action="Discard"
      cancel="Keep editing"
      busy={false}
      error={null}
      onConfirm={() => proceed?.()}
      danger
    >
      What you changed on this page is not saved yet.
    </ConfirmDialog>
  );
}
