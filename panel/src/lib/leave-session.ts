import { accountRoutes } from '@headwater/contract/account/routes';
import { call } from './call.ts';
import { clearSession, getToken } from './session.ts';

/** Ends the session that this browser holds, whoever's it is. It is forgotten at once, whether or not the server can be told. */
export function leaveSession(): void {
  if (getToken() !== null) void call(accountRoutes.logout, {}, { keepalive: true }).catch(() => {});
  clearSession();
}
