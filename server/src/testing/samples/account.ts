import type { accountRoutes } from '@headwater/contract/account/routes';
import { newId } from '../../lib/secret.ts';
import { password } from '../index.ts';
import type { FeatureSamples } from '../samples.ts';

const another = { password: 'another good password', confirmation: 'another good password' };
const nobody = { key: 'hwo_none' };

export const samples: FeatureSamples<typeof accountRoutes> = {
  async things(world, owner) {
    // A second session of the account holder.
    const sessionId = newId();
    await world.database.ownerPool.query(
      `insert into sessions (token_hash, id, user_id, customer_id, remember, address, user_agent, expires_at)
        values (sha256($1::text::bytea), $1, $2, $3, false, '192.0.2.8', 'tests', now() + interval '1 hour')`,
      [sessionId, owner.userId, owner.customerId],
    );
    return { sessionId };
  },
  routes: {
    login: { body: { email: 'nobody@example.test', password } },
    logout: {},
    getSession: {},
    register: { body: () => ({ fullname: 'Nora New', email: `${newId()}@example.test`, password }) },
    verifyEmail: { body: nobody },
    resendVerification: {
      before: (world, owner) =>
        world.database.ownerPool.query('update users set email_verified = false where id = $1', [owner.userId]),
    },
    forgotPassword: { body: () => ({ email: `${newId()}@example.test` }) },
    resetPassword: { body: { ...nobody, ...another } },
    changePassword: { body: { current: password, ...another } },
    listSessions: {},
    endSession: { personal: true },
    endOtherSessions: {},
    getProfile: {},
    updateAccount: { body: { fullname: 'Riverside', company: 'Riverside Ltd' } },
    updatePerson: { body: { firstname: 'Adele' } },
    changeEmail: { body: { email: 'new@example.test', password } },
    confirmEmail: { body: nobody },
  },
};
