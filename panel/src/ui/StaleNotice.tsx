import { Alert, Button } from '@mantine/core';
import { useState } from 'react';

type Props = {
  /** What it is about: `this contact`. */
  what: string;
  /** Shows what is there now in place of what was typed. */
  onReload: () => Promise<void>;
};

/** Somebody else was faster: saving would undo what they did. */
export function StaleNotice({ what, onReload }: Props) {
  const [busy, setBusy] = useState(false);
  const reload = async () => {
    setBusy(true);
    try {
      await onReload();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Alert color="yellow" role="alert" title={`Somebody else changed ${what} in the meantime`}>
      <p style={{ margin: '0 0 0.5rem' }}>
        Your changes are not saved. Reload to see what is there now, then make them again.
      </p>
      <Button variant="default" size="xs" loading={busy} onClick={() => void reload()}>
        Reload
      </Button>
    </Alert>
  );
}
