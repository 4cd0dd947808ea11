import type { StreamType } from '@headwater/contract/streams/schema';
import { Modal, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { DialogProps } from '../../lib/feature.ts';
import { useLateOpening } from '../../ui/use-late-opening.ts';
import { CreateStreamForm } from './CreateStreamForm.tsx';
import classes from './DeployLiveDialog.module.css';
import { addressWords, streamTypes } from './stream-types.ts';

/** Deploy Now's live dialog: which type, then what it needs. */
export default function DeployLiveDialog({ serviceId, opened, onClose }: DialogProps & { serviceId: number }) {
  const shown = useLateOpening(opened);
  const [type, setType] = useState<StreamType | null>(null);
  return (
    <Modal
      opened={shown}
      onClose={onClose}
      title={type ? `Create ${addressWords[type].article}` : 'Create a live stream'}
      onExitTransitionEnd={() => setType(null)}
    >
      {type ? (
        <CreateStreamForm serviceId={serviceId} type={type} onClose={onClose} onBack={() => setType(null)} />
      ) : (
        <ul className={classes.types}>
          {streamTypes.map((choice) => (
            <li key={choice}>
              <UnstyledButton className={classes.type} onClick={() => setType(choice)}>
                <b>{addressWords[choice].singular}</b>
                <span>{addressWords[choice].lead}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
