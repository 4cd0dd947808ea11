import { streamDefaultRoutes } from '@headwater/contract/streams/default-routes';
import { ask } from '../../../lib/ask.ts';

export const defaultsQuery = (serviceId: number) =>
  ask(streamDefaultRoutes.getStreamDefaults, { params: { serviceId } });
