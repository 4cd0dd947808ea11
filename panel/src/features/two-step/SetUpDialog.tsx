import type { Reply } from '@headwater/contract/lib/route';
import { twoStepRoutes } from '@headwater/contract/two-step/routes';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { ScanStep } from './ScanStep.tsx';

type Props = { opened: boolean; onClose: () => void };
type Secret = Reply<typeof twoStepRoutes.prepareTwoStep>;

/** Sets two-step sign-in up: the password, the secret and a first code, then the recovery codes until they are kept. */
export function SetUpDialog({ opened, onClose }: Props) {
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const locked = codes !== null;
  const clear = () => {
    setSecret(null);
    setCodes(null);
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={locked ? 'Two-step sign-in is on' : 'Set up two-step sign-in'}
      closeOnEscape={!locked}
      closeOnClickOutside={!locked}
      withCloseButton={!locked}
      onExitTransitionEnd={clear}
    >
      {codes && <RecoveryCodes codes={codes} onKept={onClose} />}
      {!codes && secret && (
        <ScanStep secret={secret} onOn={({ recoveryCodes }) => setCodes(recoveryCodes)} onCancel={onClose} />
      )}
      {!codes && !secret && (
        <PasswordStep
          words="You need an authenticator app on your phone. Any of them will do."
          action="Continue"
          send={(body) => call(twoStepRoutes.prepareTwoStep, { body })}
          onDone={setSecret}
          onCancel={onClose}
        />
      )}
    </Modal>
  );
}
