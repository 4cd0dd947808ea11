import type { Zone } from '@headwater/contract/zones/schema';
import type { Person, World } from './index.ts';

export const zonesPath = (serviceId: number) => `/services/${serviceId}/zones/http/pull`;

let made = 0;

/** A pull zone of this owner; its alias is its own unless the wish names one. */
export async function addZone(
  world: World,
  owner: Person & { serviceId: number },
  wish: Record<string, unknown> = {},
): Promise<Zone & { path: string }> {
  made += 1;
  const body = { name: `Site ${made}`, zone: `site-${made}`, origin: 'https://origin.test', ...wish };
  const answer = await world.ask(owner, 'POST', zonesPath(owner.serviceId), body);
  if (answer.status !== 201) throw new Error(`zone not created: ${JSON.stringify(answer.body)}`);
  return { ...answer.body.zone, path: `${zonesPath(owner.serviceId)}/${answer.body.zone.id}` };
}
