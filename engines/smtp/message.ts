import type { SendMailOptions } from 'nodemailer';

/** One message to one person. */
export type Message = {
  /** Without angle brackets; the same for every attempt, so that a duplicate can be told. */
  messageId: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
};

/** Why a message was not taken, in the mail server's words. */
export class DeliveryFailed extends Error {
  /** It is this very message that was refused: it would be again. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = 'DeliveryFailed';
    this.permanent = permanent;
  }
}

/** The message as nodemailer wants it. Addresses are objects: text would be read as a list of recipients. */
export function toOptions({ messageId, from, to, subject, text, html }: Message): SendMailOptions {
  // nodemailer looks for several recipients in the envelope's addresses too.
  if (!plainAddress.test(to)) throw new DeliveryFailed(`This is not an e-mail address: ${JSON.stringify(to)}`, true);
  return {
    messageId: `<${messageId}>`,
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const plainAddress = /^[^\s\p{Cc}@<>(),:;"[\]\\]+@[^\s\p{Cc}@<>(),:;"[\]\\]+$/u;
