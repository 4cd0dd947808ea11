import type { ApiKey } from '@headwater/contract/api-keys/schema';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useLateOpening } from '../../ui/use-late-opening.ts';
import { KeyForm } from './KeyForm.tsx';
import { KeyMade } from './KeyMade.tsx';

type Props = { serviceId: number; opened: boolean; onClose: () => void };

/** Asks what a new key may do, then shows its token: this once, and until the person says that it is stored. */
export default function CreateKeyDialog({ serviceId, opened, onClose }: Props) {
  const [made, setMade] = useState<{ apiKey: ApiKey; token: string } | null>(null);
  const shown = useLateOpening(opened);
  const locked = made !== null;
  return (
    <Modal
      opened={shown}
      onClose={onClose}
      title={made ? `${made.apiKey.name} was created` : 'Create an API key'}
      size="lg"
      closeOnEscape={!locked}
      closeOnClickOutside={!locked}
      withCloseButton={!locked}
      onExitTransitionEnd={() => setMade(null)}
    >
      {made ? (
        <KeyMade {...made} serviceId={serviceId} onStored={onClose} />
      ) : (
        <KeyForm onMade={setMade} onCancel={onClose} />
      )}
    </Modal>
  );
}
