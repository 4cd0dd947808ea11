import type { Permission } from '@headwater/contract/lib/permissions';
import { isPermission, type Route } from '@headwater/contract/lib/route';
import type { FastifyRequest } from 'fastify';
import type { Deps } from './feature.ts';
import { notFound, Problem } from './problem.ts';
import type { Who } from './who.ts';

/** What an account may do whose e-mail address is not verified yet: look at its services. */
const beforeVerification = 'services.view';

/** How long a password that was given counts for what asks for it again. */
const stepUpMs = 10 * 60_000;

/** Whether the caller holds a permission and may use it by now. */
export const holds = (who: Who, permission: Permission) =>
  who.permissions.has(permission) && (who.isVerified || permission === beforeVerification);

/** Whether the caller may use the route at all. @throws Problem when not. */
export async function admit(
  { database }: Pick<Deps, 'database'>,
  declared: Route,
  request: FastifyRequest,
  who: Who,
): Promise<void> {
  const { access } = declared;
  if (who.kind === 'key' && (access === 'session' || declared.people)) {
    throw new Problem('forbidden', 'An API key cannot do this. Sign in to the panel.');
  }
  if (isPermission(access) && !who.permissions.has(access)) {
    throw new Problem(
      'forbidden',
      who.kind === 'key'
        ? `This API key does not have the permission ${access}.`
        : `You do not have the permission ${access}. Ask the main account holder.`,
    );
  }
  if (!who.isVerified && access !== 'session' && access !== 'caller' && access !== beforeVerification) {
    throw new Problem('email_unverified', 'Verify your e-mail address first.');
  }
  const given = (request.params as Record<string, string> | undefined)?.serviceId;
  const serviceId = given === undefined ? null : Number(given);
  if (who.services) {
    // Another service of the account is to this key as one that never was.
    if (serviceId !== null && !who.services.has(serviceId)) throw notFound('Service');
    if (serviceId === null && !declared.narrowed) {
      throw new Problem('forbidden', 'This API key is limited to services; this belongs to the whole account.');
    }
  }
  if (declared.stepUp && who.steppedUpAt && who.steppedUpAt.getTime() < Date.now() - stepUpMs) {
    throw new Problem('step_up_required', 'Enter your password once more to do this.');
  }
  if (declared.notForCdnPlus && Number.isSafeInteger(serviceId)) {
    const plus = await database.readAsCustomer(who.customerId, (tx) =>
      tx.named<{ is_cdn_plus: boolean }>('is-cdn-plus', 'select is_cdn_plus from services where id = $1', [serviceId]),
    );
    if (plus[0]?.is_cdn_plus) {
      throw new Problem('cdn_plus', 'A CDN-Plus service has HTTP zones and DNS only.');
    }
  }
}
