import { once } from 'node:events';
import { createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeliveryFailed, type Message } from './message.ts';
import { smtpTransport } from './smtp.ts';
import { makeCertificate, startSmtp, type TestSmtp } from './testing.ts';

const message: Message = {
  messageId: 'e1@panel.example',
  from: { name: 'Headwater', address: 'no-reply@panel.example' },
  to: 'dana@riverside.example',
  subject: 'Hello',
  text: 'Hello Dana',
  html: '<p>Hello Dana</p>',
};

const failure = async (sending: Promise<void>): Promise<DeliveryFailed> => {
  const error = await sending.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof DeliveryFailed)) throw new Error(`not refused: ${String(error)}`);
  return error;
};
const header = (raw: string, name: string) =>
  new RegExp(`^${name}: ((?:.|\\r\\n[ \\t])*)\\r$`, 'im').exec(raw)?.[1]?.replace(/\r\n[ \t]/g, ' ');
const headerNames = (raw: string) =>
  raw
    .split('\r\n\r\n')[0]!
    .split(/\r\n(?![ \t])/)
    .map((line) => line.split(':')[0]!.toLowerCase());

describe('a server without encryption', () => {
  let server: TestSmtp;
  let send: (message: Message) => Promise<void>;
  beforeAll(async () => {
    server = await startSmtp();
    send = smtpTransport(`smtp://127.0.0.1:${server.port}`);
  });
  afterAll(() => server.close());
  const last = () => server.received.at(-1)!;

  test('takes a message with both variants, its sender, its recipient and its id', async () => {
    await send(message);
    expect(last()).toMatchObject({ from: 'no-reply@panel.example', to: ['dana@riverside.example'], secure: false });
    expect(header(last().raw, 'From')).toBe('Headwater <no-reply@panel.example>');
    expect(header(last().raw, 'To')).toBe('dana@riverside.example');
    expect(header(last().raw, 'Message-ID')).toBe('<e1@panel.example>');
    expect(header(last().raw, 'Content-Type')).toMatch(/^multipart\/alternative/);
    expect(last().raw).toContain('\r\n\r\nHello Dana\r\n');
    expect(last().raw).toContain('\r\n\r\n<p>Hello Dana</p>\r\n');
  });

  test('gets lines that begin with a dot unharmed', async () => {
    await send({ ...message, text: '.\n..\n.hidden\nlast' });
    expect(last().raw).toContain('\r\n\r\n.\r\n..\r\n.hidden\r\nlast\r\n');
    expect(last().raw).toContain('<p>Hello Dana</p>');
  });

  test('gets UTF-8 in names, subjects and bodies', async () => {
    const from = { name: 'Wässer, "AG" 語', address: 'no-reply@panel.example' };
    await send({ ...message, from, subject: 'Grüße an Zoë 🦆', text: 'Grüße', html: '<p>Grüße</p>' });
    expect(decodeWords(header(last().raw, 'Subject')!)).toBe('Grüße an Zoë 🦆');
    expect(decodeWords(header(last().raw, 'From')!)).toBe('Wässer, "AG" 語 <no-reply@panel.example>');
    expect(last().raw).toContain('Gr=C3=BC=C3=9Fe');
    expect(last().from).toBe('no-reply@panel.example');
  });

  test('gets no header and no recipient that a value smuggles in', async () => {
    await send(message);
    const plain = headerNames(last().raw);
    const evil = 'x\r\nBcc: eve@evil.example\r\n\r\n.\r\nMAIL FROM:<eve@evil.example>';
    const poisoned: Partial<Message>[] = [
      { subject: evil },
      { from: { name: evil, address: message.from.address } },
      { messageId: `e1\r\nBcc: eve@evil.example` },
      { subject: 'x\nBcc: eve@evil.example' },
      { subject: 'x\u2028Bcc: eve@evil.example\u0085y' },
    ];
    for (const change of poisoned) {
      const before = server.received.length;
      await send({ ...message, ...change });
      expect(server.received).toHaveLength(before + 1);
      expect(last().to).toEqual(['dana@riverside.example']);
      expect(headerNames(last().raw)).toEqual(plain);
    }
  });

  test.each([
    'dana@riverside.example, eve@evil.example',
    'Dana <eve@evil.example>, dana@riverside.example',
    'dana@riverside.example eve@evil.example',
    'dana@riverside.example>\r\nRCPT TO:<eve@evil.example',
    'dana@riverside.example\r\nBcc: eve@evil.example',
    'group: eve@evil.example;',
    'dana',
    '',
  ])('gets nothing for %j, which is not one address', async (to) => {
    const before = server.received.length;
    expect((await failure(send({ ...message, to }))).permanent).toBe(true);
    expect(server.received).toHaveLength(before);
  });

  test('gets every subject with the same headers, however it is written', async () => {
    await send(message);
    const plain = headerNames(last().raw);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 120 }), async (subject) => {
        await send({ ...message, subject: `s${subject}` });
        expect(headerNames(last().raw)).toEqual(plain);
      }),
      { numRuns: 20 },
    );
  });

  test.each([
    ['a recipient', 'recipients', 550],
    ['a recipient', 'recipients', 553],
    ['a message', 'messages', 554],
  ] as const)('that refuses %s (%s, %i) does so for good', async (_, what, code) => {
    server.refuse[what].push({ code, words: 'No such user here' });
    const error = await failure(send(message));
    expect(error.permanent).toBe(true);
    expect(error.message).toContain(`${code} No such user here`);
  });

  test.each([
    ['a recipient', 'recipients', 451],
    ['a recipient', 'recipients', 450],
    ['a message', 'messages', 452],
    ['an unknown sender', 'recipients', 530],
  ] as const)('that puts off %s (%s, %i) may be asked again', async (_, what, code) => {
    server.refuse[what].push({ code, words: 'Try again later' });
    const error = await failure(send(message));
    expect(error.permanent).toBe(false);
    expect(error.message).toContain(`${code} Try again later`);
    await send(message);
  });

  test('never sees a password, although it asks for one', async () => {
    let asked = 0;
    const asking = await startSmtp({
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => {
        asked += 1;
        done(null, { user: 'dana' });
      },
    });
    const error = await failure(smtpTransport(`smtp://dana:secret@localhost:${asking.port}`)(message));
    await asking.close();
    expect(error.permanent).toBe(false);
    expect({ asked, received: asking.received }).toEqual({ asked: 0, received: [] });
    expect(inspect(error, { depth: 9 })).not.toContain('secret');
  });
});

describe('a server that encrypts and asks for a password', () => {
  let starttls: TestSmtp;
  let direct: TestSmtp;
  let certificate: { key: string; cert: string };
  const trusted = getCACertificates('default');
  beforeAll(async () => {
    certificate = await makeCertificate();
    setDefaultCACertificates([...trusted, certificate.cert]);
    const options: Parameters<typeof startSmtp>[0] = {
      ...certificate,
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'mailer@x' && password === 'p:ss/w%rd' ? done(null, { user: username }) : done(new Error('Wrong')),
    };
    starttls = await startSmtp(options);
    direct = await startSmtp({ ...options, secure: true });
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await Promise.all([starttls.close(), direct.close()]);
  });
  const right = `mailer%40x:${encodeURIComponent('p:ss/w%rd')}`;

  test('is spoken to in STARTTLS', async () => {
    await smtpTransport(`smtp://${right}@localhost:${starttls.port}`)(message);
    expect(starttls.received.at(-1)).toMatchObject({ secure: true, user: 'mailer@x' });
  });

  test('is spoken to in TLS from the start', async () => {
    await smtpTransport(`smtps://${right}@localhost:${direct.port}`)(message);
    expect(direct.received.at(-1)).toMatchObject({ secure: true, user: 'mailer@x' });
  });

  test.each([
    ['the password is wrong', 'mailer%40x:wrong@'],
    ['there is none', ''],
  ])('keeps the mail waiting while %s', async (_, credentials) => {
    const error = await failure(smtpTransport(`smtp://${credentials}localhost:${starttls.port}`)(message));
    expect(error.permanent).toBe(false);
    expect(error.message).toMatch(/\b5\d\d /);
    expect(error.message).not.toContain('wrong');
  });

  test('is sent nothing without a sign-in that we were told to use', async () => {
    const open = await startSmtp({ ...certificate, disabledCommands: ['AUTH'] });
    const error = await failure(smtpTransport(`smtp://${right}@localhost:${open.port}`)(message));
    await open.close();
    expect(error.permanent).toBe(false);
    expect(open.received).toEqual([]);
  });

  test('is not trusted under another name, nor with a certificate that nobody vouches for', async () => {
    const before = starttls.received.length;
    const other = await failure(smtpTransport(`smtp://${right}@127.0.0.1:${starttls.port}`)(message));
    expect(other.permanent).toBe(false);
    setDefaultCACertificates(trusted);
    const unknown = await failure(smtpTransport(`smtp://${right}@localhost:${starttls.port}`)(message));
    expect(unknown.message).toMatch(/self[- ]signed/i);
    expect(starttls.received).toHaveLength(before);
  });
});

describe('a server that is not there', () => {
  test('may be asked again', async () => {
    const server = await startSmtp();
    await server.close();
    const error = await failure(smtpTransport(`smtp://127.0.0.1:${server.port}`)(message));
    expect(error.permanent).toBe(false);
    expect(error.message).toContain('ECONNREFUSED');
  });

  test('or that never says a word is given up in time', async () => {
    const mute = createServer(() => {}).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as { port: number };
    const error = await failure(smtpTransport(`smtp://127.0.0.1:${port}`, { sendWithinMs: 200 })(message));
    expect(error).toMatchObject({ permanent: false, message: 'The mail server did not finish within 0.2 s.' });
    mute.close();
  });
});

/** Encoded words (RFC 2047) as text. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('latin1')
        : word
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    )
    .replace(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'));
}
