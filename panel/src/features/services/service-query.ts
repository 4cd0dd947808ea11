import { serviceRoutes } from '@headwater/contract/services/routes';
import { ask } from '../../lib/ask.ts';

export const serviceQuery = (serviceId: number) => ask(serviceRoutes.getService, { params: { serviceId } });
