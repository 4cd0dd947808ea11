import { z } from 'zod';
import { route, success } from '../lib/route.ts';
import { CancellationRequest, NewTrial, ProductGroup, Service, ServiceId } from './schema.ts';

const tag = 'Services';
const params = z.object({ serviceId: ServiceId });
const one = success({ service: Service });

export const serviceRoutes = {
  listServices: route({
    method: 'GET',
    path: '/services',
    summary: "List the account's services; an account without any is answered 404 'No Services'",
    tag,
    access: 'services.view',
    narrowed: true,
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
    params,
    status: 200,
    reply: one,
    errors: ['not_found'],
  }),
  updateService: route({
    method: 'PATCH',
    path: '/services/:serviceId',
    summary: 'Mark a service as favourite, or no longer',
    tag,
    access: 'services.manage',
    params,
    body: z.object({ favorite: z.boolean() }).meta({ examples: [{ favorite: true }] }),
    status: 200,
    reply: one,
    errors: ['not_found'],
  }),
  requestCancellation: route({
    method: 'POST',
    path: '/services/:serviceId/cancellation',
    summary: 'Ask the provider to cancel a service, at once or at the end of what is paid for',
    tag,
    access: 'services.manage',
    stepUp: true,
    people: true,
    params,
    body: CancellationRequest.meta({
      examples: [{ type: 'End of Billing Period', reason: 'We are moving to another plan.' }],
    }),
    status: 201,
    reply: one,
    errors: ['not_found', 'conflict'],
  }),
  withdrawCancellation: route({
    method: 'DELETE',
    path: '/services/:serviceId/cancellation',
    summary: 'Take back a request to cancel',
    tag,
    access: 'services.manage',
    people: true,
    params,
    status: 200,
    reply: one,
    errors: ['not_found', 'conflict'],
  }),
  listProducts: route({
    method: 'GET',
    path: '/products',
    summary: 'The catalogue: groups of products, each on the Trial or the Paid tab',
    tag,
    access: 'caller',
    narrowed: true,
    status: 200,
    reply: success({ groups: z.array(ProductGroup), trialAvailable: z.boolean() }),
  }),
  startTrial: route({
    method: 'POST',
    path: '/services',
    summary: 'Start a trial: for an account that has had no service yet',
    tag,
    access: 'services.manage',
    body: NewTrial,
    status: 201,
    reply: one,
    errors: ['not_found', 'trial_used'],
  }),
};
