import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type Received = { from: string; to: string[]; raw: string; secure: boolean; user: string | null };

export type TestSmtp = {
  port: number;
  received: Received[];
  /** Refuses the next recipients or messages with these replies, first come first. */
  refuse: { recipients: SmtpReply[]; messages: SmtpReply[] };
  close(): Promise<void>;
};
export type SmtpReply = { code: number; words: string };

/** A real mail server on this machine that keeps what it was given. */
export async function startSmtp(options: SMTPServerOptions = {}): Promise<TestSmtp> {
  const received: Received[] = [];
  const refuse: TestSmtp['refuse'] = { recipients: [], messages: [] };
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: options.key ? [] : ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refusal(refuse.recipients)),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const refused = refusal(refuse.messages);
        if (refused) return done(refused);
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
          secure: session.secure,
          user: (session.user as string | undefined) ?? null,
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    received,
    refuse,
    close: () => new Promise((closed) => server.close(closed)),
  };
}

function refusal(replies: SmtpReply[]): Error | null {
  const reply = replies.shift();
  return reply ? Object.assign(new Error(reply.words), { responseCode: reply.code }) : null;
}

/** A certificate for `localhost` that only those trust who are told to. */
export async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  try {
    await promisify(execFile)('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert]);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
