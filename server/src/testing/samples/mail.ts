import type { mailRoutes } from '@headwater/contract/mail/routes';
import { queueMail } from '../../lib/mail.ts';
import type { FeatureSamples } from '../samples.ts';

export const samples: FeatureSamples<typeof mailRoutes> = {
  async things(world, owner) {
    const values = { name: 'Ada', service: 'd0.example' };
    await queueMail(world.database.owner, world.settings, {
      customerId: owner.customerId,
      to: owner.email,
      template: 'trial-ended',
      values,
    });
    const { body } = await world.ask(owner, 'GET', '/emails?rows=1');
    return { emailId: body.emails[0].id };
  },
  routes: { listEmails: {}, getEmail: {} },
};
