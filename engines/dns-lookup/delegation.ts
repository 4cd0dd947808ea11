import type { Answer } from 'dns-packet';
import { isSameName, type Reply, rcodes, type Server } from './exchange.ts';
import { Above, dataOf, isWithin, Patience } from './parent.ts';
import { readServer } from './resolver.ts';

export type LookUpOptions = {
  /** A recursive resolver, `address:port`. It is asked only for who serves the zones above. */
  resolver: string;
  /** The port of everybody's name servers; 53 unless given. */
  authorityPort?: number | undefined;
  /** For all of it together; 5 s unless given. */
  timeoutMs?: number | undefined;
  /** Whether a server at this address may be asked; all may unless given. */
  mayAsk?: ((address: string) => boolean) | undefined;
};

export type DsRecord = {
  keyTag: number;
  algorithm: number;
  digestType: number;
  /** Hexadecimal, upper case. */
  digest: string;
};

/** What the parent zone says. Names are lower case, without the dot at their end; the root is `.`. */
export type Delegation = { parent: string; nameservers: string[]; ds: DsRecord[] };
export type NoDelegation = {
  /** `not-delegated`: the name is there, or names below it, but it is no zone of its own. */
  problem: 'no-such-domain' | 'unreachable' | 'not-delegated';
  /** For the log. */
  reason: string;
};

const serverTimeoutMs = 1000;
/** Zones between what the resolver knows and the domain; each costs another round of questions. */
const mostCuts = 4;

/** Asks the servers of the zone above the domain, and nobody else, to whom they delegate it. */
export async function lookUpDelegation(domain: string, options: LookUpOptions): Promise<Delegation | NoDelegation> {
  const { resolver, authorityPort = 53, timeoutMs = 5000, mayAsk = () => true } = options;
  const name = domain.replace(/\.$/, '').toLowerCase();
  const patience = new Patience(timeoutMs);
  const above = new Above(readServer(resolver), patience);
  const unreachable = (reason: string): NoDelegation => ({ problem: 'unreachable', reason });
  try {
    let zone = await above.findZone(name);
    if (zone === undefined) return unreachable('the resolver knows no zone above');
    let addresses = await above.findServers(zone);
    for (let cuts = 0; cuts < mostCuts; cuts++) {
      const servers = addresses.filter(mayAsk).map((address) => ({ address, port: authorityPort }));
      const said = await askServers(servers, zone, name, patience);
      if (!('cut' in said)) return said;
      zone = said.cut;
      addresses = await above.findAddresses(said.nameservers);
    }
    return unreachable('too many zones lie between');
  } catch (error) {
    return unreachable((error as Error).message);
  }
}

/** The zone is delegated at a name above the domain: its servers are the ones to ask. */
type Cut = { cut: string; nameservers: string[] };

/** Each in turn until one says something, and once more: packets are lost. */
async function askServers(
  servers: readonly Server[],
  zone: string,
  name: string,
  patience: Patience,
): Promise<Delegation | NoDelegation | Cut> {
  let reason = `no server of ${zone} may be asked`;
  for (const server of [...servers, ...servers]) {
    if (patience.isOver) break;
    try {
      const said = await askServer(server, zone, name, patience);
      if (said) return said;
      reason = `${server.address} does not serve ${zone}`;
    } catch (error) {
      reason = (error as Error).message;
    }
  }
  return { problem: 'unreachable', reason };
}

async function askServer(
  server: Server,
  zone: string,
  name: string,
  patience: Patience,
): Promise<Delegation | NoDelegation | Cut | undefined> {
  const asking = { recursive: false, timeoutMs: serverTimeoutMs };
  const reply = await patience.ask(server, { name, type: 'NS' }, asking);
  if (reply.rcode === rcodes.noSuchName && reply.isAuthoritative)
    return { problem: 'no-such-domain', reason: `${server.address} says that there is no ${name}` };
  if (reply.rcode !== rcodes.noError) return undefined;
  const nameservers = delegatedTo(reply, name);
  if (nameservers.length === 0) return readOther(reply, zone, name);
  const { rcode, isAuthoritative, answers } = await patience.ask(server, { name, type: 'DS' }, asking);
  // Without authority over the parent nobody can say that there is none.
  if (rcode !== rcodes.noError || !isAuthoritative) return undefined;
  return { parent: zone, nameservers, ds: answers.flatMap((answer) => dsIn(answer, name)) };
}

/** A referral stands in the authority section; a server that serves the domain too answers outright. Caches do not count. */
function delegatedTo({ isAuthoritative, answers, authorities }: Reply, name: string): string[] {
  const names = dataOf(isAuthoritative ? [...answers, ...authorities] : authorities, name, 'NS').map((data) =>
    data.replace(/\.$/, '').toLowerCase(),
  );
  return [...new Set(names)].sort();
}

/** No delegation of the domain itself: perhaps of a name above it. Undefined for what a server says that does not know. */
function readOther(
  { isAuthoritative, authorities }: Reply,
  zone: string,
  name: string,
): NoDelegation | Cut | undefined {
  const cut = authorities.find(
    (one) => one.type === 'NS' && isWithin(name, one.name) && isWithin(one.name, zone) && !isSameName(one.name, zone),
  );
  if (cut) return { cut: cut.name.toLowerCase(), nameservers: dataOf(authorities, cut.name, 'NS') };
  const isDenied = isAuthoritative && authorities.some((one) => one.type === 'SOA' && isSameName(one.name, zone));
  return isDenied ? { problem: 'not-delegated', reason: `${zone} does not delegate ${name}` } : undefined;
}

function dsIn(answer: Answer, name: string): DsRecord[] {
  if (answer.type !== 'DS' || !isSameName(answer.name, name)) return [];
  const { keyTag, algorithm, digestType, digest } = answer.data;
  return [{ keyTag, algorithm, digestType, digest: digest.toString('hex').toUpperCase() }];
}
