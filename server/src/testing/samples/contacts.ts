import type { contactRoutes } from '@headwater/contract/contacts/routes';
import type { FeatureSamples } from '../samples.ts';

const nobody = { key: 'hwo_none' };
const chosen = { password: 'another good password', confirmation: 'another good password' };

export const samples: FeatureSamples<typeof contactRoutes> = {
  async things(world, owner) {
    return { contactId: (await world.addContact(owner.customerId, ['services.view'])).userId };
  },
  routes: {
    listContacts: {},
    inviteContact: {
      body: ({ contactId }) => ({ firstname: 'Ivy', email: `ivy-${contactId}@example.test`, permissions: [] }),
    },
    getContact: {},
    updateContact: { body: { permissions: ['services.view', 'zones.view'] } },
    removeContact: {},
    resendInvitation: {
      before: (world, _, { contactId }) =>
        world.database.ownerPool.query('update users set password_hash = null where id = $1', [contactId]),
    },
    readInvitation: { body: nobody },
    acceptInvitation: { body: { ...nobody, firstname: 'Ivy', ...chosen } },
  },
};
