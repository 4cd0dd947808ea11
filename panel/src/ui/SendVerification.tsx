import { accountRoutes } from '@headwater/contract/account/routes';
import { Button, type ButtonProps } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../lib/call.ts';
import { CallError, wordsOf } from '../lib/call-error.ts';
import { sessionQuery } from '../lib/permission.ts';
import { Refusable } from './Refusable.tsx';
import { toast } from './toast.ts';

/** For so long the button says why it is not to be pressed again. */
const restMs = 60_000;

/** Sends the account holder's verification link once more. */
export function SendVerification(look: Pick<ButtonProps, 'variant' | 'size' | 'color' | 'fullWidth'>) {
  const client = useQueryClient();
  const [resting, setResting] = useState<string | null>(null);
  useEffect(() => {
    if (resting === null) return;
    const timer = setTimeout(() => setResting(null), restMs);
    return () => clearTimeout(timer);
  }, [resting]);
  const send = useMutation({
    mutationFn: () => call(accountRoutes.resendVerification, {}),
    onSuccess: () => {
      toast.success('The message is on its way. Follow the link in it.');
      setResting('It was sent just now. It can take a few minutes to arrive.');
    },
    onError: (error) => {
      const words = wordsOf(error, 'The message could not be sent. Try again.');
      if (error instanceof CallError && error.code === 'rate_limited') setResting(words);
      toast.error(words);
      // It may have been verified elsewhere in the meantime.
      if (error instanceof CallError && error.code === 'conflict') {
        void client.invalidateQueries({ queryKey: sessionQuery().queryKey });
      }
    },
  });
  return (
    <Refusable reason={resting}>
      <Button variant="default" size="xs" {...look} loading={send.isPending} onClick={() => send.mutate()}>
        Send again
      </Button>
    </Refusable>
  );
}
