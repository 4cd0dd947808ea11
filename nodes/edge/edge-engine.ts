import type { EdgeZone } from '@headwater/contract/nodes/edge-document';
import type { EdgeControl, EdgeZoneConfig } from '@headwater/engines/nginx';
import type { Change } from '../lib/desired-state.ts';
import type { Engine, EngineHealth, EngineRefusal } from '../lib/engine.ts';
import { describe, log } from '../lib/log.ts';
import type { EngineSignals } from '../lib/node.ts';
import { type EdgeChange, understand } from './changes.ts';
import type { Origins } from './origins.ts';
import { configOf, originHost } from './zone-config.ts';

/** How long a change waits for the first answer about its origin's name: alone, and with others behind it. */
const graceMs = { alone: 2000, amongOthers: 300 };

type Control = Pick<EdgeControl, 'putZones' | 'removeZones' | 'replaceZones' | 'purgePaths' | 'forget' | 'open'>;
type Served = { zone: EdgeZone; origin: string; addresses: readonly string[] };
type Put = Extract<EdgeChange, { type: 'put' }>;
type EngineDoors = {
  control: Control;
  origins: Origins;
  signals: () => EngineSignals;
  health: () => EngineHealth;
  /** nginx did not take something: it may be gone. */
  onTrouble: () => void;
};

/** Zones and purges as nginx takes them, their origins pinned to addresses that were checked. */
export class EdgeEngine implements Engine {
  readonly #control: Control;
  readonly #origins: Origins;
  readonly #doors: EngineDoors;
  readonly #served = new Map<string, Served>();
  /** Zones whose newest version waits for its origin to have allowed addresses: the key of that origin. */
  readonly #forbidden = new Map<string, string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(doors: EngineDoors) {
    this.#control = doors.control;
    this.#origins = doors.origins;
    this.#doors = doors;
  }

  async replace(things: Change[], forget: boolean): Promise<EngineRefusal[]> {
    const changes = things.map(understand);
    const puts = changes.filter((change) => change.type === 'put');
    const ids = new Set(puts.map(({ zoneId }) => zoneId));
    for (const zoneId of [...this.#served.keys()]) if (!ids.has(zoneId)) this.#drop(zoneId);
    for (const { zoneId, zone } of puts) this.#hold(zoneId, zone);
    await this.#waitForOrigins(puts, graceMs.alone);
    return await this.#inTurn(async () => {
      if (forget) await this.#control.forget();
      const { accepted, refused } = this.#judge(puts);
      const late = await this.#handOver(accepted, (configs) => this.#control.replaceZones(configs));
      return [...refusalsOfUnknown(changes), ...refused, ...late];
    });
  }

  async apply(rows: Change[], hurry?: AbortSignal): Promise<EngineRefusal[]> {
    const startedAtMs = Date.now();
    const changes = rows.map(understand);
    for (const change of changes) if (change.type === 'put') this.#hold(change.zoneId, change.zone);
    const alone = new Set(changes.map(({ zoneId }) => zoneId)).size === 1;
    const refused: EngineRefusal[] = [];
    for (let left = changes; left.length > 0; ) {
      const patienceMs = alone && !hurry?.aborted ? graceMs.alone : graceMs.amongOthers;
      const isLast = Date.now() - startedAtMs >= patienceMs;
      const { ready, waiting } = isLast ? { ready: left, waiting: [] } : this.#split(left);
      if (ready.length > 0) refused.push(...(await this.#inTurn(() => this.#carryOut(ready))));
      if (waiting.length > 0) await this.#waitForOrigins(waiting, 25);
      left = waiting;
    }
    return refused;
  }

  /** Whatever concerns a zone stays in order behind its first change that has to wait; nobody else waits. */
  #split(changes: EdgeChange[]): { ready: EdgeChange[]; waiting: EdgeChange[] } {
    const late = new Set<string>();
    const ready: EdgeChange[] = [];
    const waiting: EdgeChange[] = [];
    for (const change of changes) {
      if (change.type === 'put' && this.#origins.isUnknown(this.#keyOf(change.zone))) late.add(change.zoneId);
      (change.zoneId !== null && late.has(change.zoneId) ? waiting : ready).push(change);
    }
    return { ready, waiting };
  }

  async restore(things: Change[]): Promise<void> {
    const zones = things.map(understand).flatMap((change) => (change.type === 'put' ? [change] : []));
    for (const { zoneId, zone } of zones) this.#hold(zoneId, zone);
    const refused = await this.#inTurn(() => this.#handOver(zones));
    for (const refusal of refused) log.error('a last good version is refused', refusal);
  }

  open(): Promise<void> {
    return this.#inTurn(() => this.#control.open());
  }

  async close(): Promise<void> {
    this.#served.clear();
    await this.#inTurn(() => this.#control.replaceZones([]));
  }

  health(): EngineHealth {
    const { serving, warnings } = this.#doors.health();
    const failing = this.#origins.failing().map(({ failure }) => `${failure}.`);
    const shown = failing.slice(0, 20);
    if (failing.length > shown.length) shown.push(`${failing.length - shown.length} more origins cannot be resolved.`);
    return { serving, warnings: [...warnings, ...shown] };
  }

  /** The addresses of an origin changed, or the verdict on them. */
  async originChanged(key: string): Promise<void> {
    const { forbidden, addresses } = this.#origins.get(key);
    const stale = [...this.#served.values()].filter(
      (served) => served.origin === key && served.addresses.join() !== addresses.join(),
    );
    if (stale.length > 0) {
      await this.#inTurn(async () => {
        // Only those that are still served this way when their turn comes.
        const current = stale.filter((served) => this.#served.get(served.zone.id) === served);
        await this.#handOver(current.map(({ zone }) => ({ zoneId: zone.id, zone })));
      });
    }
    for (const { zone, origin } of [...this.#served.values()]) {
      if (origin !== key || forbidden === null || this.#forbidden.has(zone.id)) continue;
      this.#forbidden.set(zone.id, key);
      await this.#doors.signals().settleLater(`zone/${zone.id}`, forbidden);
    }
    if (forbidden === null && [...this.#forbidden.values()].includes(key)) this.#doors.signals().retryRefused();
  }

  async #carryOut(changes: EdgeChange[]): Promise<EngineRefusal[]> {
    const refused = refusalsOfUnknown(changes);
    for (const run of runsOf(changes)) {
      const [first] = run;
      if (first?.type === 'put') refused.push(...(await this.#put(run as Put[])));
      else if (first?.type === 'remove') {
        const zoneIds = run.map(({ zoneId }) => zoneId as string);
        await this.#control.removeZones(zoneIds);
        for (const zoneId of zoneIds) this.#drop(zoneId);
      } else
        for (const purge of run) if (purge.type === 'purge') await this.#control.purgePaths(purge.zoneId, purge.paths);
    }
    return refused;
  }

  async #put(puts: Put[]): Promise<EngineRefusal[]> {
    const { accepted, refused } = this.#judge(puts);
    return [...refused, ...(await this.#handOver(accepted))];
  }

  #judge(puts: Put[]): { accepted: Put[]; refused: EngineRefusal[] } {
    const refused: EngineRefusal[] = [];
    const accepted = puts.filter(({ key, zoneId, zone }) => {
      this.#hold(zoneId, zone);
      const origin = this.#keyOf(zone);
      const { forbidden } = this.#origins.get(origin);
      if (forbidden === null) {
        this.#forbidden.delete(zoneId);
        return true;
      }
      this.#forbidden.set(zoneId, origin);
      refused.push({ key, reason: forbidden });
      return false;
    });
    return { accepted, refused };
  }

  /** Gives zones to nginx with the addresses of this moment, remembers what it took, and answers what it did not. */
  async #handOver(
    zones: { zoneId: string; zone: EdgeZone }[],
    give = (configs: EdgeZoneConfig[]) =>
      configs.length === 0 ? Promise.resolve({ refused: [] }) : this.#control.putZones(configs),
  ): Promise<EngineRefusal[]> {
    const served = zones.map(({ zone }): Served => {
      const origin = this.#keyOf(zone);
      return { zone, origin, addresses: this.#origins.get(origin).addresses };
    });
    const { refused } = await give(served.map(({ zone, addresses }) => configOf(zone, addresses)));
    const refusedIds = new Set(refused.map(({ zoneId }) => zoneId));
    for (const one of served) {
      if (!refusedIds.has(one.zone.id)) this.#served.set(one.zone.id, one);
      this.#hold(one.zone.id, null);
    }
    return refused.map(({ zoneId, reason }) => ({ key: `zone/${zoneId}`, reason }));
  }

  #keyOf(zone: EdgeZone): string {
    return this.#origins.keyOf(originHost(zone), zone.origin.system);
  }

  /** A zone needs the origin it serves from, the one of its next version, and the one it was refused for. */
  #hold(zoneId: string, next: EdgeZone | null): void {
    const keys = [
      this.#served.get(zoneId)?.origin,
      next === null ? undefined : this.#keyOf(next),
      this.#forbidden.get(zoneId),
    ];
    this.#origins.hold(zoneId, [...new Set(keys.filter((key) => key !== undefined))]);
  }

  #drop(zoneId: string): void {
    this.#served.delete(zoneId);
    this.#forbidden.delete(zoneId);
    this.#origins.hold(zoneId, []);
  }

  async #waitForOrigins(changes: EdgeChange[], patienceMs: number): Promise<void> {
    const keys = changes.flatMap((change) => (change.type === 'put' ? [this.#keyOf(change.zone)] : []));
    await this.#origins.settled(keys, AbortSignal.timeout(patienceMs));
  }

  /** nginx is told one thing at a time. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch((error: unknown) => {
      log.warn('nginx did not take a change', { reason: describe(error) });
      this.#doors.onTrouble();
    });
    return turn;
  }
}

const refusalsOfUnknown = (changes: EdgeChange[]): EngineRefusal[] =>
  changes.flatMap((change) => (change.type === 'unknown' ? [{ key: change.key, reason: change.reason }] : []));

/** Neighbours of the same sort, to be handed over together. */
function runsOf(changes: EdgeChange[]): EdgeChange[][] {
  const runs: EdgeChange[][] = [];
  for (const change of changes) {
    const run = runs.at(-1);
    if (run !== undefined && run[0]?.type === change.type) run.push(change);
    else runs.push([change]);
  }
  return runs;
}
