import type { twoStepRoutes } from '@headwater/contract/two-step/routes';
import { Secret, TOTP } from 'otpauth';
import { seal } from '../../lib/seal.ts';
import { password, type World } from '../index.ts';
import type { FeatureSamples, Owner } from '../samples.ts';

const secret = new Secret();
const code = () => new TOTP({ secret }).generate();

/** Gives everybody of the account the secret, waiting or switched on. */
async function give(world: World, { customerId }: Owner, enabled: boolean): Promise<void> {
  const { ownerPool } = world.database;
  const { rows } = await ownerPool.query<{ id: number }>('select id from users where customer_id = $1', [customerId]);
  for (const { id } of rows) {
    await ownerPool.query(
      'update users set totp_secret = $2, totp_enabled_at = case when $3 then now() end where id = $1',
      [id, seal(world.settings.secret, `two-step ${id}`, Buffer.from(secret.bytes)), enabled],
    );
  }
}

export const samples: FeatureSamples<typeof twoStepRoutes> = {
  routes: {
    getTwoStep: {},
    prepareTwoStep: { body: { password } },
    enableTwoStep: { body: () => ({ code: code() }), before: (world, owner) => give(world, owner, false) },
    disableTwoStep: { body: () => ({ password, code: code() }), before: (world, owner) => give(world, owner, true) },
    makeRecoveryCodes: { body: { password }, before: (world, owner) => give(world, owner, true) },
    stepUp: { body: { password } },
  },
};
