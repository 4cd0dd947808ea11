import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeReport } from '@headwater/contract/nodes/routes';
import { afterEach, beforeEach, expect } from 'vitest';
import { obtainCredential } from '../credential.ts';
import { FollowingNode } from '../node.ts';
import { FakeControlPlane } from './fake-control-plane.ts';
import { FakeEngine } from './fake-engine.ts';

export type Running = { node: FollowingNode; engine: FakeEngine; stop: () => Promise<void>; ended: Promise<string> };

/** A control plane, a folder, and as many lives of a node in it as a test wants. */
export class NodeBench {
  control = new FakeControlPlane();
  folder = '';
  readonly #running: Running[] = [];

  async prepare(): Promise<void> {
    this.control = new FakeControlPlane();
    this.folder = await mkdtemp(join(tmpdir(), 'node-'));
    await this.control.start();
  }

  /** Stops everything; answers what the node did against the contract. */
  async clear(): Promise<string[]> {
    for (const { stop } of this.#running.splice(0)) await stop();
    await this.control.stop();
    await rm(this.folder, { recursive: true });
    return this.control.violations;
  }

  async start(engine = new FakeEngine()): Promise<Running> {
    const { folder } = this;
    const stopping = new AbortController();
    const joining = { kind: 'edge' as const, folder, controlUrl: this.control.url, joinToken: 'join-me' };
    const credential = await obtainCredential(joining, stopping.signal);
    const isEvent = (key: string): boolean => key.startsWith('event/');
    const node = new FollowingNode(
      { folder, controlUrl: this.control.url, credential, version: 'test', isEvent, addresses: () => ['203.0.113.7'] },
      engine,
    );
    await node.load();
    const ended = node.run(stopping.signal);
    node.signals.started();
    const stop = async (): Promise<void> => {
      stopping.abort();
      await ended;
    };
    const running = { node, engine, stop, ended };
    this.#running.push(running);
    return running;
  }

  get lastReport(): NodeReport | undefined {
    return this.control.reports.at(-1);
  }

  readonly applied = (seq: number) => (): boolean => this.lastReport?.appliedSeq === seq;
}

/** Afresh for each test, which fails when the node did something against the contract. */
export function useNodeBench(): NodeBench {
  const bench = new NodeBench();
  beforeEach(() => bench.prepare());
  afterEach(async () => {
    expect(await bench.clear()).toEqual([]);
  });
  return bench;
}
