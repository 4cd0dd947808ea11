import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../lib/permission.ts';

/** Whether the account's address is verified, without which no service opens. The frame has asked already. */
export function useVerified(): boolean {
  const { data } = useQuery(sessionQuery());
  return data?.client.email_verified ?? false;
}
