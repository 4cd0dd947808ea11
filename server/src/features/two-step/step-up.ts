import { recordActivity } from '../../lib/activity.ts';
import type { Deps } from '../../lib/feature.ts';
import type { Who } from '../../lib/who.ts';
import { askPassword } from '../account/index.ts';
import { askCode } from './ask-code.ts';

/** Proves the password, and where it is on the code, once more: what asks for it is open to this session for a while. */
export async function stepUp(
  deps: Pick<Deps, 'database' | 'settings'>,
  who: Who,
  { password, code }: { password: string; code?: string | undefined },
): Promise<void> {
  const { database } = deps;
  await askPassword(database, who, password, 'password');
  await askCode(deps, { userId: who.userId, actor: who, code });
  await database.owner.transaction().execute(async (tx) => {
    await tx.updateTable('sessions').set({ stepped_up_at: new Date() }).where('id', '=', who.credentialId).execute();
    await recordActivity(tx, who, {
      action: 'session.confirmed',
      object: { type: 'session', id: who.credentialId, name: who.address },
    });
  });
}
