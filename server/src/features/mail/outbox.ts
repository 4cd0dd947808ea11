import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type OutboxMessage = { to: string; subject: string; date: string; text: string };

/** The newest message in the outbox folder, by the time in its name; undefined when there is none. */
export async function findNewest(folder: string, to?: string): Promise<OutboxMessage | undefined> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const messages = names.filter((name) => /^\d[^.]*\.eml$/.test(name)).sort();
  for (const name of messages.reverse()) {
    const message = readMessage(await readFile(join(folder, name), 'latin1'));
    if (to === undefined || message.to.toLowerCase() === to) return message;
  }
  return undefined;
}

/** Reads a message as our own outbox writes them: a multipart with a text part first, or that text alone. */
export function readMessage(raw: string): OutboxMessage {
  const whole = splitHead(raw);
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/s.exec(whole.head('content-type'))?.[1];
  const part = boundary ? splitHead(whole.body.split(`--${boundary}\r\n`)[1]!.split(`\r\n--${boundary}`)[0]!) : whole;
  return {
    to: whole.head('to'),
    subject: decodeWords(whole.head('subject')),
    date: whole.head('date'),
    text: decodeBody(part.body, part.head('content-transfer-encoding')).replaceAll('\r\n', '\n'),
  };
}

function splitHead(raw: string): { head: (name: string) => string; body: string } {
  const [head = '', body = ''] = raw.split(/\r\n\r\n(.*)/s);
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = new Map(lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.replace(/^[^:]*:\s*/, '')]));
  return { head: (name) => headers.get(name) ?? '', body };
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  const bytes = encoding === 'quoted-printable' ? fromQuoted(body.replace(/=\r\n/g, '')) : body;
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The encoded words of a header (RFC 2047); the space between two of them is part of neither. */
function decodeWords(header: string): string {
  const bytes = header
    .replace(/(=\?[^?]*\?[QB]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('latin1')
        : fromQuoted(word.replaceAll('_', ' ')),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

const fromQuoted = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
