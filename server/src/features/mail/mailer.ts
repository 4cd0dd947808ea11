import type { Database } from '../../lib/db.ts';
import type { Listener } from '../../lib/listen.ts';
import { mailChannel, unsealBodies } from '../../lib/mail.ts';
import type { Settings } from '../../lib/settings.ts';
import { type ClaimedMail, claimDue, markFailed, markSent } from './queue.ts';
import type { SendMail } from './send-mail.ts';

export type MailerDeps = {
  database: Database;
  settings: Pick<Settings, 'secret' | 'publicUrl' | 'mailFrom'>;
  transport: SendMail;
  /** Listens on `mailChannel`. */
  listener: Listener;
};

// Together, not one after the other: a claim must outlast its batch.
const batchSize = 5;
// For what has waited its turn, and for what a worker that died has left.
const lookEveryMs = 30_000;

/** Sends queued mail as soon as it is committed, at least once. Several workers share the queue. */
export function startMailer(deps: MailerDeps): { stop: () => Promise<void> } {
  let stopped = false;
  let wanted = false;
  let running: Promise<void> | undefined;

  const sendAll = async () => {
    while (wanted && !stopped) {
      wanted = false;
      try {
        while (!stopped && (await sendBatch(deps)) > 0);
      } catch (error) {
        console.error(`mail: ${(error as Error).message}`);
      }
    }
  };
  const wake = () => {
    wanted = true;
    running ??= sendAll().finally(() => {
      running = undefined;
    });
  };

  const stopListening = deps.listener.on(mailChannel, wake);
  const timer = setInterval(wake, lookEveryMs);
  wake();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      stopListening();
      await running;
    },
  };
}

/** @returns how many were due. */
async function sendBatch(deps: MailerDeps): Promise<number> {
  const claimed = await claimDue(deps.database, batchSize);
  await Promise.all(claimed.map((mail) => sendOne(deps, mail)));
  return claimed.length;
}

async function sendOne({ database, settings, transport }: MailerDeps, mail: ClaimedMail): Promise<void> {
  try {
    const bodies = mail.sealed
      ? unsealBodies(settings.secret, mail.id, mail.sealed)
      : { text: mail.text_body, html: mail.html_body };
    await transport({
      messageId: `${mail.id}@${new URL(settings.publicUrl).hostname}`,
      from: settings.mailFrom,
      to: mail.recipient,
      subject: mail.subject,
      ...bodies,
    });
  } catch (error) {
    return markFailed(database, mail, error as Error);
  }
  await markSent(database, mail);
}
