import type { Kysely } from 'kysely';
import { type Actor, recordActivity } from '../../lib/activity.ts';
import type { Deps } from '../../lib/feature.ts';
import { queueMail } from '../../lib/mail.ts';
import { notify } from '../../lib/notify.ts';
import { Problem } from '../../lib/problem.ts';
import type { DB } from '../../lib/schema.gen.ts';
import type { Settings } from '../../lib/settings.ts';
import type { Who } from '../../lib/who.ts';
import { askPassword, dropSecondStep, endSessions } from '../account/index.ts';
import { askCode, limitCodes, useAppCode } from './ask-code.ts';
import { makeCodes } from './recovery-codes.ts';
import { findTwoStep, sealSecret } from './store.ts';
import { describeSecret, makeSecret } from './totp.ts';

type SwitchDeps = Pick<Deps, 'database' | 'settings'>;
type Person = { id: number; email: string; name: string };

/** Makes a secret that waits for its first code; one that waited before it ends. */
export async function prepare({ database, settings }: SwitchDeps, who: Who, password: string) {
  refuseUnverified(who);
  const { email } = await askPassword(database, who, password, 'password');
  const secret = makeSecret();
  await database.owner.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ totp_secret: sealSecret(settings, who.userId, secret), totp_last_step: null })
      .where('id', '=', who.userId)
      .where('totp_enabled_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw isOn();
    await record(tx, who, { id: who.userId, name: who.name }, 'prepared');
  });
  return describeSecret(secret, settings.providerName, email);
}

/** Switches it on by the first code. @returns the recovery codes. */
export async function enable({ database, settings }: SwitchDeps, who: Who, code: string): Promise<string[]> {
  refuseUnverified(who);
  return limitCodes(database, who.userId, () =>
    database.owner.transaction().execute(async (tx) => {
      const { email, sealed, enabledAt } = await findTwoStep(tx, who.userId, 'locked');
      if (enabledAt) throw isOn();
      if (!sealed) throw new Problem('conflict', 'Nothing waits for a code. Set up two-step sign-in first.');
      await useAppCode(tx, settings, who.userId, sealed, code);
      await tx.updateTable('users').set({ totp_enabled_at: new Date() }).where('id', '=', who.userId).execute();
      await endSessions(tx, who, who.credentialId);
      const codes = await makeCodes(tx, who.userId);
      await tell(tx, settings, who, { id: who.userId, email, name: who.name }, 'enabled');
      return codes;
    }),
  );
}

/** Switches it off, for whoever has both the password and a code. */
export async function disable(deps: SwitchDeps, who: Who, wish: { password: string; code: string }): Promise<void> {
  const { database, settings } = deps;
  const { email } = await askPassword(database, who, wish.password, 'password');
  if (!(await findTwoStep(database.owner, who.userId)).enabledAt) throw isOff();
  await askCode(deps, { userId: who.userId, actor: who, code: wish.code });
  const person = { id: who.userId, email, name: who.name };
  await database.owner.transaction().execute((tx) => switchOff(tx, settings, who, person));
}

export async function switchOff(db: Kysely<DB>, settings: Settings, actor: Actor, person: Person): Promise<void> {
  await dropSecondStep(db, person.id);
  await tell(db, settings, actor, person, 'disabled');
}

/** Makes new recovery codes in place of the old ones. */
export async function renewCodes({ database, settings }: SwitchDeps, who: Who, password: string): Promise<string[]> {
  const { email } = await askPassword(database, who, password, 'password');
  return database.owner.transaction().execute(async (tx) => {
    if (!(await findTwoStep(tx, who.userId, 'locked')).enabledAt) throw isOff();
    const codes = await makeCodes(tx, who.userId);
    await tell(tx, settings, who, { id: who.userId, email, name: who.name }, 'recovery-codes-made');
    return codes;
  });
}

/** Whoever signed up by somebody else's address is not to lock its mailbox out. */
function refuseUnverified(who: Who): void {
  if (!who.isVerified) throw new Problem('email_unverified', 'Verify your e-mail address first.');
}

const isOn = () => new Problem('conflict', 'Two-step sign-in is on already.');
const isOff = () => new Problem('conflict', 'Two-step sign-in is not on.');

const words = {
  enabled: 'switched on',
  disabled: 'switched off',
  'recovery-codes-made': 'given new recovery codes',
};

/** In the log, by mail, and to the browsers that show it. */
async function tell(db: Kysely<DB>, settings: Settings, actor: Actor, person: Person, deed: keyof typeof words) {
  await record(db, actor, person, deed);
  await queueMail(db, settings, {
    customerId: actor.customerId,
    userId: person.id,
    to: person.email,
    template: 'two-step-changed',
    values: { name: person.name, what: words[deed], when: new Date(), address: actor.address ?? 'the provider' },
  });
  await notify(db, { customerId: actor.customerId, event: { topic: 'account', serviceId: null, id: null } });
}

const record = (db: Kysely<DB>, actor: Actor, { id, name }: Pick<Person, 'id' | 'name'>, deed: string) =>
  recordActivity(db, actor, { action: `two-step.${deed}`, object: { type: 'person', id, name } });
