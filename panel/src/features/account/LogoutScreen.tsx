import { accountRoutes } from '@headwater/contract/account/routes';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { call } from '../../lib/call.ts';
import { clearSession, getToken } from '../../lib/session.ts';

/** Ends the session. The browser forgets it at once, whether or not the server can be told. */
export function LogoutScreen(): ReactNode {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    if (getToken() !== null) void call(accountRoutes.logout, {}, { keepalive: true }).catch(() => {});
    clearSession();
    client.clear();
    void navigate({ to: '/', replace: true });
  }, [client, navigate]);
  return null;
}
