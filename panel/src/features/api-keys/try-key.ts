import type { ApiKey } from '@headwater/contract/api-keys/schema';

/** A request that the key may make, so that its first use works. */
function pathFor({ permissions, services }: Pick<ApiKey, 'permissions' | 'services'>, serviceId: number): string {
  if (permissions.includes('services.view')) return '/services';
  if (permissions.includes('zones.view')) return `/services/${services?.[0] ?? serviceId}/zones/http/pull`;
  return '/ip-ranges';
}

/** The command that shows that a new key works. */
export const tryKey = (
  key: Pick<ApiKey, 'permissions' | 'services'>,
  { token, origin, serviceId }: { token: string; origin: string; serviceId: number },
): string => `curl -H 'Authorization: Bearer ${token}' '${origin}/api/v1${pathFor(key, serviceId)}'`;
