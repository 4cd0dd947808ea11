import type { Database } from '../../../lib/db.ts';
import type { JobDeps } from '../../../lib/jobs.ts';
import { keepDelegation } from './check.ts';
import { judge } from './judge.ts';
import { type DueDomain, listDue, lockDelegation } from './store.ts';

const mostAtOnce = 8;
const mostPerRun = 2000;
/** Those that are left are the first of the next run. */
const longestRunMs = 8 * 60_000;

/** Asks the parents of all domains whose last answer is old by now. */
export async function checkDelegations({ owner }: Database, deps: JobDeps): Promise<void> {
  const due = await listDue({ db: owner }, mostPerRun);
  const endsAtMs = Date.now() + longestRunMs;
  const check = async ({ id, domain }: DueDomain) => {
    const says = await deps.lookUpDelegation(domain);
    await owner.transaction().execute(async (db) => {
      const before = await lockDelegation({ db }, id);
      if (before)
        await keepDelegation({ db }, before, judge(before.delegation, says, deps.settings.nameservers, new Date()));
    });
  };
  const work = async () => {
    for (let one = due.shift(); one && Date.now() < endsAtMs; one = due.shift()) await check(one);
  };
  await Promise.all(Array.from({ length: mostAtOnce }, work));
}
