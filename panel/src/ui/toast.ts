import type { ToastDuration } from '@headwater/contract/lib/messages';

export type Toast = {
  message: string;
  tone: 'error' | 'warning' | 'success' | 'info' | 'progress';
  title?: string;
  /** One toast of this id at a time: a later one takes its place. Without it, the same words are not shown twice. */
  id?: string;
  /** How long it stays; that of its tone unless given. */
  lasts?: ToastDuration;
  /** Shows how long it stays yet. */
  countdown?: boolean;
  /** How far the work has come. */
  percent?: number;
};
type Options = Pick<Toast, 'title' | 'id' | 'lasts' | 'countdown'>;

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

let works = 0;

/** Shows work that takes a while. The toast stays until the work is said to have succeeded or failed. */
function progress(message: string) {
  const id = `progress-${works++}`;
  let words = message;
  let over = false;
  const tell = (percent: number) => show({ id, message: words, tone: 'progress', percent });
  const end = (tone: 'success' | 'error') => (last: string, options?: Omit<Options, 'id'>) => {
    if (!over) show({ id, message: last, tone, ...options });
    over = true;
  };
  tell(0);
  return {
    /** `percent` of 100, and other words where they change. */
    update: (percent: number, next = words) => {
      words = next;
      if (!over) tell(Math.round(Math.min(100, Math.max(0, percent))));
    },
    succeed: end('success'),
    fail: end('error'),
  };
}

/** Short messages at the edge of the screen: how every feature tells of success, failure and progress. */
export const toast = {
  success: (message: string, options?: Options) => show({ message, tone: 'success', ...options }),
  info: (message: string, options?: Options) => show({ message, tone: 'info', ...options }),
  warning: (message: string, options?: Options) => show({ message, tone: 'warning', ...options }),
  error: (message: string, options?: Options) => show({ message, tone: 'error', ...options }),
  progress,
  dismiss,
};
