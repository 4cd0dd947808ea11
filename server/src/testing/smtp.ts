import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { smtpTransport } from '@headwater/engines/smtp';
import { SMTPServer } from 'smtp-server';
import type { SendMail } from '../features/mail/index.ts';
import { readMessage } from '../features/mail/outbox.ts';

export type Received = { to: string[]; raw: string; messageId: string; subject: string; text: string };

export type TestMail = {
  /** Of the real adapter, to this server. */
  transport: SendMail;
  received: Received[];
  /** Answers the next recipients with these codes instead of taking them. */
  refuse: number[];
  /** Called before a message is taken; it may take its time. */
  before: () => Promise<void>;
  close(): Promise<void>;
};

/** A real mail server on this machine. */
export async function startMailServer(): Promise<TestMail> {
  const mail: Omit<TestMail, 'transport' | 'close'> = { received: [], refuse: [], before: async () => {} };
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, done) {
      const responseCode = mail.refuse.shift();
      done(responseCode ? Object.assign(new Error('Not now'), { responseCode }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        await mail.before();
        const content = Buffer.concat(chunks);
        const { subject, text } = readMessage(content.toString('latin1'));
        const raw = content.toString('utf8');
        const messageId = /^Message-ID: (.*)\r$/im.exec(raw)![1]!;
        mail.received.push({ to: session.envelope.rcptTo.map((one) => one.address), raw, messageId, subject, text });
        done();
      });
    },
  });
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return Object.assign(mail, {
    transport: smtpTransport(`smtp://127.0.0.1:${port}`),
    close: () => new Promise<void>((closed) => server.close(closed)),
  });
}
