import { Center } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorState } from '../ui/ErrorState.tsx';

/** What stands in for a screen that failed as a whole. */
export function AppError({ error, reset }: Partial<ErrorComponentProps>) {
  const router = useRouter();
  useEffect(() => {
    console.error(error);
  }, [error]);
  const retry = () => {
    reset?.();
    void router.invalidate();
  };
  return (
    <Center mih="60vh">
      <ErrorState error={error} title="This page could not be shown" onRetry={retry} />
    </Center>
  );
}
