type Tone = 'error' | 'success' | 'info';
export type Toast = { message: string; title?: string; tone: Tone; autoClose?: number; id?: string };

let wanted = false;
const listeners = new Set<() => void>();

/** Whether anything was to be told so far; until then the toaster's code stays on the server. */
export const toasterWanted = {
  get: () => wanted,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function show(toast: Toast): void {
  wanted = true;
  for (const listener of listeners) listener();
  void import('./Toaster.tsx').then(({ showToast }) => showToast(toast));
}

/** Takes a toast from the screen whose words no longer hold. */
function dismiss(id: string): void {
  if (wanted) void import('./Toaster.tsx').then(({ hideToast }) => hideToast(id));
}

/** Short messages at the edge of the screen. The same message is not shown twice at a time. */
export const toast = {
  success: (message: string, options: { autoClose?: number } = {}) => show({ message, tone: 'success', ...options }),
  info: (message: string) => show({ message, tone: 'info' }),
  error: (message: string, options: { title?: string; id?: string } = {}) =>
    show({ message, tone: 'error', ...options }),
  dismiss,
};
