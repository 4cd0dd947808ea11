import { z } from 'zod';
import { route, success } from '../lib/route.ts';
import { Service, ServiceId } from './schema.ts';

const tag = 'Services';

export const serviceRoutes = {
  listServices: route({
    method: 'GET',
    path: '/services',
    summary: "List the account's services; an account without any is answered 404 'No Services'",
    tag,
    access: 'services.view',
    status: 200,
    reply: success({ services: z.array(Service) }),
    errors: ['no_services'],
  }),
  getService: route({
    method: 'GET',
    path: '/services/:serviceId',
    summary: 'One service',
    tag,
    access: 'services.view',
    params: z.object({ serviceId: ServiceId }),
    status: 200,
    reply: success({ service: Service }),
    errors: ['not_found'],
  }),
};
