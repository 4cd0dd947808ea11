import { toast } from '../../ui/toast.ts';

/** Copies from a menu, whose line is gone before it could say so itself. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    // Browsers keep the clipboard from pages that are not served securely.
    toast.error('The browser did not allow copying. Open the stream and copy it by hand.');
  }
}
