/** What the worker hands over. */
export type OutgoingMail = {
  /** Without angle brackets; the same for every attempt, so that a duplicate can be told. */
  messageId: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
};

/**
 * Sends one message. It settles within two minutes, one way or the other. What it throws may say `permanent: true`: the
 * message itself was refused, and would be again.
 */
export type SendMail = (message: OutgoingMail) => Promise<void>;
