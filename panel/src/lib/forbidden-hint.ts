import type { useNavigate } from '@tanstack/react-router';

/** Why the visitor was sent away, and what the way on is called; it travels in the history, beside the address. */
export type ForbiddenHint = { text: string; action: string };

declare module '@tanstack/react-router' {
  interface HistoryState {
    forbidden?: ForbiddenHint;
  }
}

/** Sends the visitor to the page of refusals. `target` is where they go on from there. */
export function sendToForbidden(
  navigate: ReturnType<typeof useNavigate>,
  serviceId: number,
  target: string,
  forbidden: ForbiddenHint,
): void {
  void navigate({
    to: '/$serviceId/error/forbidden',
    params: { serviceId: String(serviceId) },
    search: { redirect: target },
    state: { forbidden },
    replace: true,
  });
}
