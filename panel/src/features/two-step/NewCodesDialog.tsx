import { twoStepRoutes } from '@headwater/contract/two-step/routes';
import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { refreshSignIn } from './two-step-query.ts';

type Props = { opened: boolean; onClose: () => void };

/** Makes new recovery codes, and shows them until they are kept. */
export function NewCodesDialog({ opened, onClose }: Props) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const locked = codes !== null;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={locked ? 'Your new recovery codes' : 'Make new recovery codes'}
      closeOnEscape={!locked}
      closeOnClickOutside={!locked}
      withCloseButton={!locked}
      onExitTransitionEnd={() => setCodes(null)}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onKept={onClose} />
      ) : (
        <PasswordStep
          words="The codes that you have now no longer work then."
          action="Make new codes"
          send={(body) => call(twoStepRoutes.makeRecoveryCodes, { body })}
          onDone={({ recoveryCodes }) => {
            setCodes(recoveryCodes);
            refreshSignIn(client);
          }}
          onCancel={onClose}
        />
      )}
    </Modal>
  );
}
