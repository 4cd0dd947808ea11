import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { leaveSession } from '../../lib/leave-session.ts';

/** Ends the session. */
export function LogoutScreen(): ReactNode {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    leaveSession();
    client.clear();
    void navigate({ to: '/', replace: true });
  }, [client, navigate]);
  return null;
}
