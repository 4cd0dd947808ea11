import type { StatusWord } from '@headwater/contract/status/routes';
import type { Roles } from '../system/index.ts';

/** What customers know the provider's parts by, in the order in which they are shown. */
export const partNames = [
  'Panel and API',
  'Edge network',
  'Name servers',
  'Live streaming',
  'Storage',
  'Background jobs',
  'Database',
] as const;
export type PartName = (typeof partNames)[number];
export type Part = { name: PartName; status: StatusWord; reason: string | null };

const roleOf = {
  'Panel and API': 'api',
  'Edge network': 'edge',
  'Name servers': 'dns',
  'Live streaming': 'live',
  Storage: 'storage',
  'Background jobs': 'worker',
  Database: 'database',
} as const satisfies Record<PartName, keyof Roles>;

const nodeParts: ReadonlySet<PartName> = new Set(['Edge network', 'Name servers', 'Live streaming', 'Storage']);
/** What not every provider has: it is not shown while there is none. */
const optional: ReadonlySet<PartName> = new Set(['Name servers', 'Live streaming', 'Storage']);
const isOfNodes = (name: PartName) => nodeParts.has(name);
/** Nodes report through this program: right after its start their silence says nothing about them. */
const nodesReportWithinSeconds = 30;

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
  'Name servers': {
    degraded: 'Some name servers do not work as they should. Domains are answered by the others.',
    outage: 'No name server reports that it answers. Domains may not be reachable.',
  },
  'Live streaming': {
    degraded: 'Some live servers do not work as they should. Streams on the others go on.',
    outage: 'No live server reports that it works. Streams may not be reachable.',
  },
  Storage: {
    degraded: 'Some recordings cannot be played at the moment.',
    outage: 'No storage reports that it works. Recordings cannot be played; new ones wait.',
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
  const offered = partNames.filter((name) => !optional.has(name) || roles[roleOf[name]].state !== 'off');
  return offered.map((name) => {
    const status = statusOf(name, roles);
    const reason = status === 'degraded' || status === 'outage' ? reasons[name][status] : null;
    return { name, status, reason };
  });
}

function statusOf(name: PartName, roles: Roles): StatusWord {
  const { state } = roles[roleOf[name]];
  // Without the database nobody knows about those that report through it.
  if (roles.database.state === 'down' && (isOfNodes(name) || name === 'Background jobs')) return 'unknown';
  if (state === 'off') return 'unknown';
  if (isOfNodes(name) && state !== 'ok' && process.uptime() < nodesReportWithinSeconds) return 'unknown';
  return state === 'ok' ? 'operational' : state === 'degraded' ? 'degraded' : 'outage';
}

const fromBest: readonly StatusWord[] = ['operational', 'unknown', 'degraded', 'outage'];

/** The state of the whole: that of its worst part. */
export const worstOf = (parts: readonly Part[]): StatusWord =>
  parts
    .map(({ status }) => status)
    .reduce((a, b) => (fromBest.indexOf(b) > fromBest.indexOf(a) ? b : a), 'operational');
