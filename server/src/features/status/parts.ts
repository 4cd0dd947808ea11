import type { StatusWord } from '@headwater/contract/status/routes';
import type { Roles } from '../system/index.ts';

/** What customers know the provider's parts by, in the order in which they are shown. */
export const partNames = ['Panel and API', 'Edge network', 'Background jobs', 'Database'] as const;
export type PartName = (typeof partNames)[number];
export type Part = { name: PartName; status: StatusWord; reason: string | null };

const roleOf = {
  'Panel and API': 'api',
  'Edge network': 'edge',
  'Background jobs': 'worker',
  Database: 'database',
} as const satisfies Record<PartName, keyof Roles>;

/** Edges report through this program: right after its start their silence says nothing about them. */
const edgesReportWithinSeconds = 30;

/** Why, in words for everybody: what operators read names nodes. */
const reasons: Record<PartName, { degraded: string; outage: string }> = {
  'Panel and API': {
    degraded: 'Some requests to the panel and the API fail. Zones are served as they are.',
    outage: 'The panel and the API cannot be reached. Zones are served as they are.',
  },
  'Edge network': {
    degraded: 'Part of the edge network does not work as it should. Zones are served by the rest.',
    outage: 'No edge reports that it serves. Zones may not be reachable.',
  },
  'Background jobs': {
    degraded: 'Background work, such as sending e-mail, is slow.',
    outage: 'Background work, such as sending e-mail, waits.',
  },
  Database: {
    degraded: 'Changes may take longer.',
    outage: 'Nothing can be looked up or changed at the moment. Zones are served as they are.',
  },
};

/** The parts as they are now, from what the roles say of themselves. */
export function describeParts(roles: Roles): Part[] {
  return partNames.map((name) => {
    const status = statusOf(name, roles);
    const reason = status === 'degraded' || status === 'outage' ? reasons[name][status] : null;
    return { name, status, reason };
  });
}

function statusOf(name: PartName, roles: Roles): StatusWord {
  const { state } = roles[roleOf[name]];
  // Without the database nobody knows about those that report through it.
  if (roles.database.state === 'down' && (name === 'Edge network' || name === 'Background jobs')) return 'unknown';
  if (state === 'off') return 'unknown';
  if (name === 'Edge network' && state !== 'ok' && process.uptime() < edgesReportWithinSeconds) return 'unknown';
  return state === 'ok' ? 'operational' : state === 'degraded' ? 'degraded' : 'outage';
}

const fromBest: readonly StatusWord[] = ['operational', 'unknown', 'degraded', 'outage'];

/** The state of the whole: that of its worst part. */
export const worstOf = (parts: readonly Part[]): StatusWord =>
  parts
    .map(({ status }) => status)
    .reduce((a, b) => (fromBest.indexOf(b) > fromBest.indexOf(a) ? b : a), 'operational');
