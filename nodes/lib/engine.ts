import type { Change } from './desired-state.ts';

/**
 * What a kind of node puts between desired state and its real engine. A refusal concerns one key; anything thrown means
 * that the engine is away, and it is given everything once it is back.
 */
export type Engine = {
  /**
   * Serves exactly these things from now on; `forget` first drops whatever was kept from before, caches included. `gone`:
   * the keys of what was deleted while the engine was away, as far as it was told one by one.
   */
  replace(things: Change[], forget: boolean, gone: string[]): Promise<EngineRefusal[]>;
  /** Carries the changes out in order; a `doc` of null takes the thing away. `hurry`: more are waiting behind these. */
  apply(changes: Change[], hurry?: AbortSignal): Promise<EngineRefusal[]>;
  /** Takes back versions that were served before, whatever would be refused today. */
  restore(things: Change[]): Promise<void>;
  /** Called once everything is in place. */
  open(): Promise<void>;
  /** The node was removed: nothing is served any more. */
  close(): Promise<void>;
  health(): EngineHealth;
};

/** `standIn`: the document that is served in its place, where the engine could take a part of it. */
export type EngineRefusal = { key: string; reason: string; standIn?: unknown };
/** Warnings are what keeps the node from working well; notices concern single customers and are for operators. */
export type EngineHealth = { serving: boolean; warnings: string[]; notices: string[] };
