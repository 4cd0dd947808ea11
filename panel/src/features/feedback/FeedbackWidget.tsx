import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settingsQuery } from '../../lib/provider.ts';

const isLoaded = (address: string) => [...document.scripts].some(({ src }) => src === address);

/** Loads the provider's feedback widget, which draws itself; nothing where none is set. */
export function FeedbackWidget() {
  const { data } = useQuery({ ...settingsQuery(), staleTime: Infinity });
  const address = data?.feedbackScript ?? null;
  useEffect(() => {
    if (address === null || isLoaded(address)) return;
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    document.head.append(script);
  }, [address]);
  return null;
}
