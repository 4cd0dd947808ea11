import { formatBytes } from '../../../lib/format.ts';

export const logoBytes = 1_000_000;
const types = ['image/png', 'image/jpeg'];

/** Why a file cannot be a logo; null when it may be one. What is in it is for the server to read. */
export function logoProblem(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (!types.includes(file.type)) return `${file.name} is no PNG or JPEG.`;
  if (file.size > logoBytes)
    return `${file.name} has ${formatBytes(file.size)}: a logo may have ${formatBytes(logoBytes)}.`;
  return null;
}

/** A file's bytes as base64. */
export function readBase64(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });
}
