import type { EdgeZone } from '@headwater/contract/nodes/edge-document';
import type { EdgeControl, EdgeZoneConfig } from '@headwater/engines/nginx';
import type { Change } from '../lib/desired-state.ts';
import type { Engine, EngineHealth, EngineRefusal } from '../lib/engine.ts';
import { describe, log } from '../lib/log.ts';
import type { EngineSignals } from '../lib/node.ts';
import { type EdgeChange, runsOf, understand } from './changes.ts';
import type { Origins } from './origins.ts';
import { configOf } from './zone-config.ts';
import { type Put, ZoneOrigins } from './zone-origins.ts';

/** How long a change waits for the first answer about its origin's name: alone, and with others behind it. */
const graceMs = { alone: 2000, amongOthers: 300 };

type Control = Pick<EdgeControl, 'putZones' | 'removeZones' | 'replaceZones' | 'purgePaths' | 'forget' | 'open'>;
type Give = (configs: EdgeZoneConfig[]) => ReturnType<Control['putZones']>;
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
  readonly #zones: ZoneOrigins;
  #last: Promise<unknown> = Promise.resolve();

  constructor(doors: EngineDoors) {
    this.#control = doors.control;
    this.#origins = doors.origins;
    this.#zones = new ZoneOrigins(doors.origins);
    this.#doors = doors;
  }

  async replace(things: Change[], forget: boolean): Promise<EngineRefusal[]> {
    const changes = things.map(understand);
    const puts = changes.filter((change) => change.type === 'put');
    this.#zones.keepOnly(new Set(puts.map(({ zoneId }) => zoneId)));
    for (const { zone } of puts) this.#zones.expect(zone);
    await this.#waitForOrigins(puts, graceMs.alone);
    return await this.#inTurn(async () => {
      if (forget) await this.#control.forget();
      const refused = await this.#put(puts, (configs) => this.#control.replaceZones(configs));
      return [...refusalsOfUnknown(changes), ...refused];
    });
  }

  async apply(rows: Change[], hurry?: AbortSignal): Promise<EngineRefusal[]> {
    const startedAtMs = Date.now();
    const changes = rows.map(understand);
    for (const change of changes) if (change.type === 'put') this.#zones.expect(change.zone);
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
      if (change.type === 'put' && this.#zones.isUnknown(change.zone)) late.add(change.zoneId);
      (change.zoneId !== null && late.has(change.zoneId) ? waiting : ready).push(change);
    }
    return { ready, waiting };
  }

  async restore(things: Change[]): Promise<void> {
    const zones = things.map(understand).flatMap((change) => (change.type === 'put' ? [change.zone] : []));
    for (const zone of zones) this.#zones.expect(zone);
    const refused = await this.#inTurn(() => this.#handOver(zones));
    for (const refusal of refused) log.error('a last good version is refused', refusal);
  }

  open(): Promise<void> {
    return this.#inTurn(() => this.#control.open());
  }

  async close(): Promise<void> {
    this.#zones.keepOnly(new Set());
    await this.#inTurn(() => this.#control.replaceZones([]));
  }

  health(): EngineHealth {
    const { serving, warnings, notices } = this.#doors.health();
    const failing = this.#origins.failing().map(({ failure }) => `${failure}.`);
    const shown = failing.slice(0, 20);
    if (failing.length > shown.length) shown.push(`${failing.length - shown.length} more origins cannot be resolved.`);
    return { serving, warnings, notices: [...notices, ...shown] };
  }

  /** The addresses of an origin changed, or the verdict on them. */
  async originChanged(origin: string): Promise<void> {
    // In turn: a zone that is being handed over right now has the old addresses in a moment.
    await this.#inTurn(() => this.#handOver(this.#zones.withOldAddresses(origin)));
    for (const { zoneId, reason } of this.#zones.turnedForbidden(origin))
      await this.#doors.signals().settleLater(`zone/${zoneId}`, reason);
    if (this.#zones.mayBeRetried(origin)) this.#doors.signals().retryRefused();
  }

  async #carryOut(changes: EdgeChange[]): Promise<EngineRefusal[]> {
    const refused = refusalsOfUnknown(changes);
    for (const run of runsOf(changes)) {
      const [first] = run;
      if (first?.type === 'put') refused.push(...(await this.#put(run as Put[])));
      else if (first?.type === 'remove') {
        const zoneIds = run.map(({ zoneId }) => zoneId as string);
        await this.#control.removeZones(zoneIds);
        for (const zoneId of zoneIds) this.#zones.drop(zoneId);
      } else
        for (const purge of run) if (purge.type === 'purge') await this.#control.purgePaths(purge.zoneId, purge.paths);
    }
    return refused;
  }

  async #put(puts: Put[], give?: Give): Promise<EngineRefusal[]> {
    const { zones, refused } = this.#zones.judge(puts);
    const late = await this.#handOver(zones, give);
    // What nginx does not take stands in for nothing.
    const lateKeys = new Set(late.map(({ key }) => key));
    return [...refused.filter(({ key }) => !lateKeys.has(key)), ...late];
  }

  /** Gives zones to nginx with the addresses of this moment, remembers what it took, and answers what it did not. */
  async #handOver(
    zones: EdgeZone[],
    give: Give = (configs) =>
      configs.length === 0 ? Promise.resolve({ refused: [] }) : this.#control.putZones(configs),
  ): Promise<EngineRefusal[]> {
    const served = zones.map((zone) => this.#zones.pin(zone));
    const { refused } = await give(served.map(({ zone, addresses }) => configOf(zone, addresses)));
    this.#zones.serve(served, new Set(refused.map(({ zoneId }) => zoneId)));
    return refused.map(({ zoneId, reason }) => ({ key: `zone/${zoneId}`, reason }));
  }

  async #waitForOrigins(changes: EdgeChange[], patienceMs: number): Promise<void> {
    const keys = changes.flatMap((change) => (change.type === 'put' ? [this.#zones.keyOf(change.zone)] : []));
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
