import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type Message, toOptions } from './message.ts';

/**
 * Writes each message into a folder as `<time>-<id>.eml`, for an installation without a mail server. The files hold
 * one-time links: nobody but the user that we run as may read them.
 */
export function outboxTransport(folder: string): (message: Message) => Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (message) => {
    const { message: content } = await transport.sendMail(toOptions(message));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const time = new Date().toISOString().replace(/[-:.]/g, '');
    const id = message.messageId.replace(/@.*/s, '').replace(/[^A-Za-z0-9_-]/g, '');
    const name = `${time}-${id}.eml`;
    await writeWhole(join(folder, name), join(folder, `.${name}.part`), content as Buffer);
  };
}

/** The file appears when all of it is on disk. */
async function writeWhole(path: string, partPath: string, content: Buffer): Promise<void> {
  const file = await open(partPath, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
    await file.close();
    await rename(partPath, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(partPath, { force: true });
    throw error;
  }
}
