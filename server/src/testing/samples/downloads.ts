import type { downloadRoutes } from '@headwater/contract/downloads/routes';
import type { FeatureSamples } from '../samples.ts';

export const samples: FeatureSamples<typeof downloadRoutes> = {
  async things(world, owner) {
    const { body } = await world.ask(owner, 'POST', '/activity-log/ticket', {});
    return { ticket: body.ticket.url.split('/').at(-1) };
  },
  routes: { download: {} },
};
