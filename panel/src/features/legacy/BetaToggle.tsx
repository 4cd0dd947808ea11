import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { settingsQuery } from '../../lib/provider.ts';
import { getToken } from '../../lib/session.ts';

/** Switches this version off: the person goes on in the panel before this one, which is handed the session. */
export function BetaToggle() {
  const { data } = useQuery({ ...settingsQuery(), staleTime: Infinity });
  const form = useRef<HTMLFormElement>(null);
  const token = useRef<HTMLInputElement>(null);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    // Whoever comes back by the browser's button finds the page as it was left.
    const stay = () => setLeaving(false);
    addEventListener('pageshow', stay);
    return () => removeEventListener('pageshow', stay);
  }, []);
  if (!data?.legacyUrl) return null;
  const leave = () => {
    if (!form.current || !token.current) return;
    setLeaving(true);
    // Put there at this moment only, so that it stands in the page no longer than it must.
    token.current.value = getToken() ?? '';
    form.current.submit();
    token.current.value = '';
  };
  return (
    <>
      <Switch
        size="xs"
        label="V5 (BETA)"
        description="Off: back to the panel before this one"
        checked={!leaving}
        disabled={leaving}
        onChange={leave}
      />
      <form ref={form} method="post" action={data.legacyUrl} hidden>
        <input ref={token} type="hidden" name="token" />
      </form>
    </>
  );
}
