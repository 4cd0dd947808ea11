import type { StreamType } from '@headwater/contract/streams/schema';
import { Modal } from '@mantine/core';
import { useLateOpening } from '../../ui/use-late-opening.ts';
import { CreateStreamForm } from './CreateStreamForm.tsx';
import { addressWords } from './stream-types.ts';

type Props = { serviceId: number; type: StreamType; opened: boolean; onClose: () => void };

/** Asks for a stream of the type whose list it opens from. */
export default function CreateStreamDialog({ serviceId, type, opened, onClose }: Props) {
  const shown = useLateOpening(opened);
  return (
    <Modal opened={shown} onClose={onClose} title={`Create ${addressWords[type].article}`}>
      <CreateStreamForm serviceId={serviceId} type={type} onClose={onClose} />
    </Modal>
  );
}
