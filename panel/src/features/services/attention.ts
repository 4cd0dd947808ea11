import type { Traffic } from '@headwater/contract/lib/series';
import type { Zone } from '@headwater/contract/zones/schema';
import type { Tone } from '../../lib/deployment-words.ts';
import { formatCount, formatShare } from '../../lib/format.ts';

export type Attention = { key: string; tone: Tone; word: string; text: string; zoneId?: string; name?: string };

/** From this share of failed answers on, somebody should look. */
export const failingShare = 0.01;
/** Changes reach the edges within seconds; what is pending longer than this is stuck. */
export const stuckAfterMs = 30_000;

const failing = ({ requests, status5xx }: { requests: number; status5xx: number }) =>
  requests > 0 && status5xx / requests >= failingShare;

export const serviceFails = (traffic: Traffic | undefined): boolean => traffic !== undefined && failing(traffic.totals);

/** What the zones themselves say: refused, stuck, away, disabled; the worst first. */
export function zoneAttention(zones: readonly Zone[], now: number): Attention[] {
  const about = ({ zoneId, name }: Zone, what: string) => ({ key: `${what}:${zoneId}`, zoneId, name });
  const failed = zones
    .filter(({ deployment }) => deployment.state === 'failed')
    .map((zone): Attention => {
      const text = zone.deployment.reason ?? 'An edge refused the newest version; the version before is served.';
      return { ...about(zone, 'failed'), tone: 'failed', word: 'Failed', text };
    });
  const stuck = zones
    .filter(({ deployment }) => deployment.state === 'pending' && now - Date.parse(deployment.changedAt) > stuckAfterMs)
    .map((zone): Attention => {
      const { nodes, appliedNodes, away } = zone.deployment;
      const where = nodes === 0 ? 'No edge is in service.' : `${appliedNodes} of ${nodes} edges have it.`;
      const absent = away.length > 0 ? ` Away: ${away.join(', ')}.` : '';
      return { ...about(zone, 'pending'), tone: 'pending', word: 'Pending', text: `${where}${absent}` };
    });
  const disabled = zones
    .filter(({ status }) => status === 1)
    .map((zone): Attention => {
      const text = 'The zone refuses every request until it is enabled.';
      return { ...about(zone, 'disabled'), tone: 'off', word: 'Disabled', text };
    });
  return [...failed, ...stuck, ...disabled];
}

/** Zones whose answers fail often, by their own figures. */
export function failingOrigins(zones: readonly Zone[]): Attention[] {
  return zones.flatMap(({ zoneId, name, origin, traffic24h }) => {
    if (!failing(traffic24h)) return [];
    const { requests, status5xx } = traffic24h;
    const share = formatShare(status5xx, requests);
    const text = `${share} of ${formatCount(requests)} requests failed. Look whether ${origin} answers.`;
    return [{ key: `origin:${zoneId}`, tone: 'failed', word: 'Failing', text, zoneId, name }];
  });
}
