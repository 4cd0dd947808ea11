import { expect, test } from 'vitest';
import { useWorld } from '../../testing/index.ts';
import { runJob } from '../../testing/run-job.ts';

const world = useWorld();

test('an account that nobody verified and that has nothing goes after 30 days, with all that it left; no other does', async () => {
  const { ownerPool } = world.database;
  const age = ({ customerId }: { customerId: number }, days: number) =>
    ownerPool.query('update customers set created_at = now() - make_interval(days => $2) where id = $1', [
      customerId,
      days,
    ]);
  const add = async (days: number, options: { verified?: boolean; services?: number } = {}) => {
    const one = await world.addCustomer({ services: options.services ?? 0 });
    const verified = options.verified ?? false;
    await ownerPool.query('update users set email_verified = $2 where id = $1', [one.userId, verified]);
    await world.ask(one, 'POST', '/auth/verification');
    await age(one, days);
    return one;
  };
  const gone = await add(31);
  const withContact = await add(31);
  await world.addContact(withContact.customerId);
  const withCredit = await add(31);
  await ownerPool.query('update customers set credit_cents = 500 where id = $1', [withCredit.customerId]);
  const stay = [
    withContact,
    withCredit,
    await add(29),
    await add(31, { verified: true }),
    await add(31, { services: 1 }),
  ];
  await runJob(world, 'sweep-accounts');
  const { rows } = await ownerPool.query('select id from customers order by id');
  expect(rows.map(({ id }) => id)).toEqual(stay.map(({ customerId }) => customerId).toSorted((a, b) => a - b));
  for (const table of ['users', 'sessions', 'activity', 'emails']) {
    const left = await ownerPool.query(`select from ${table} where customer_id = $1`, [gone.customerId]);
    expect(left.rowCount, table).toBe(0);
  }
});
