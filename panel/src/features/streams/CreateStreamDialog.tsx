import type { StreamType } from '@headwater/contract/streams/schema';
import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { CreateStreamForm } from './CreateStreamForm.tsx';
import { addressWords } from './stream-types.ts';

type Props = { serviceId: number; type: StreamType; opened: boolean; onClose: () => void };

/** Asks for a stream of the type whose list it opens from. */
export default function CreateStreamDialog({ serviceId, type, opened, onClose }: Props) {
  // This module may arrive after the press that asked for it. A dialog that is born open would not know which control to
  // give the focus back to.
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return (
    <Modal opened={shown} onClose={onClose} title={`Create ${addressWords[type].article}`}>
      <CreateStreamForm serviceId={serviceId} type={type} onClose={onClose} />
    </Modal>
  );
}
