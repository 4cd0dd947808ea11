import { createTransport } from 'nodemailer';
import { DeliveryFailed, type Message, toOptions } from './message.ts';

/**
 * Hands messages to a mail server: `smtp://user:password@host:587` (STARTTLS where it is offered, demanded before a
 * password is sent) or `smtps://…:465`.
 * @param options.sendWithinMs after which an attempt is cut off, wherever it stands.
 * @returns a function that throws DeliveryFailed.
 */
export function smtpTransport(
  url: string,
  { sendWithinMs = 120_000 }: { sendWithinMs?: number } = {},
): (message: Message) => Promise<void> {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && username !== '',
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      // A server that offers no sign-in is told of, rather than sent to without.
      forceAuth: true,
    }),
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 60_000,
  });
  return async (message) => {
    const options = toOptions(message);
    try {
      await transport.sendMail({ ...options, signal: AbortSignal.timeout(sendWithinMs) });
    } catch (error) {
      throw toFailure(error as SmtpError, sendWithinMs);
    }
  };
}

type SmtpError = Error & { code?: string; responseCode?: number; permanent?: boolean };

function toFailure(error: SmtpError, sendWithinMs: number): DeliveryFailed {
  if (error.code === 'EABORT') {
    return new DeliveryFailed(`The mail server did not finish within ${sendWithinMs / 1000} s.`, false, error);
  }
  return new DeliveryFailed(error.message, isPermanent(error), error);
}

/**
 * Only what was said of the sender, the recipient or the message counts. A sign-in that fails or is missing (530, 534,
 * 535, 538) is for the operator to mend, and the mail waits for it.
 */
function isPermanent({ code, responseCode = 0, permanent = false }: SmtpError): boolean {
  return permanent && (code === 'EENVELOPE' || code === 'EMESSAGE') && ![530, 534, 535, 538].includes(responseCode);
}
