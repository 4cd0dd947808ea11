import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { readStage } from './accounts.ts';

export type Mail = { subject: string; text: string };

/** Every message to an address that is in the outbox, oldest first. */
export function mailsTo(address: string): Mail[] {
  const outbox = join(readStage().dataFolder, 'outbox');
  // It is made with the first message.
  if (!existsSync(outbox)) return [];
  const names = readdirSync(outbox).filter((name) => name.endsWith('.eml'));
  const messages = names.sort().map((name) => readFileSync(join(outbox, name), 'latin1'));
  return messages.filter((raw) => headOf(raw, 'To') === address).map(read);
}

/** Waits for the newest of so many messages of a subject. */
export async function untilMail(address: string, subject: string, count = 1): Promise<Mail> {
  const found = () => mailsTo(address).filter((mail) => mail.subject === subject);
  await expect.poll(() => found().length, { message: `${subject} to ${address}`, timeout: 60_000 }).toBe(count);
  return found().at(-1) ?? { subject: '', text: '' };
}

/** The one-time link of a message, as a path of the panel that it leads to. */
export function linkIn({ text }: Mail): string {
  const url = text.match(/^https?:\/\/\S+#\S+$/m)?.[0] ?? '';
  const { panelUrl } = readStage();
  expect(url.startsWith(`${panelUrl}/`), `a link to the panel in: ${text}`).toBe(true);
  return url.slice(panelUrl.length);
}

const headOf = (raw: string, name: string) => raw.match(new RegExp(`^${name}: (.*)\r$`, 'm'))?.[1] ?? '';

function read(raw: string): Mail {
  const [, part = ''] = raw.split(/^Content-Type: text\/plain/m);
  const [head = '', body = ''] = part.split(/\r\n\r\n(.*)/s);
  const [quoted = ''] = body.split(/\r\n--/);
  const text = /quoted-printable/.test(head) ? unquote(quoted) : quoted;
  return { subject: headOf(raw, 'Subject'), text: Buffer.from(text, 'latin1').toString('utf8').replaceAll('\r', '') };
}

const unquote = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
