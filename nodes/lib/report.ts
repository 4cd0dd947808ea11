import { type NodeReport, nodeRoutes } from '@headwater/contract/nodes/routes';
import { type ControlPlane, ControlPlaneAway, NodeRemoved, RequestRefused } from './control-plane.ts';
import { describe, log } from './log.ts';
import { pause } from './pause.ts';

export const heartbeatMs = 3000;

/** Tells the control plane what was applied: at once after each change, and every few seconds to be known alive. */
export class Reporter {
  readonly #controlPlane: ControlPlane;
  readonly #compose: () => NodeReport;
  readonly #onLost: () => void;
  #wanted = true;
  #awake = new AbortController();

  constructor(controlPlane: ControlPlane, compose: () => NodeReport, onLost: () => void) {
    this.#controlPlane = controlPlane;
    this.#compose = compose;
    this.#onLost = onLost;
  }

  reportNow(): void {
    this.#wanted = true;
    this.#awake.abort();
  }

  /** One report at a time, so that an older one never overtakes a newer one. */
  async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      this.#wanted = false;
      try {
        const body = bounded(this.#compose());
        await this.#controlPlane.call(nodeRoutes.reportNode, { body }, { timeoutMs: 5000, signals: [signal] });
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        if (error instanceof RequestRefused) log.error('a report was refused', { reason: describe(error) });
        // Whether the node was removed, and whether its waiting request still has a connection, is for the feed to find out.
        if (error instanceof NodeRemoved || (error instanceof ControlPlaneAway && failures === 2)) this.#onLost();
        await pause(250, signal);
      }
      this.#awake = new AbortController();
      if (!this.#wanted) await pause(failures > 0 ? 1000 : heartbeatMs, signal, this.#awake.signal);
    }
  }
}

const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed();

function bounded(report: NodeReport): NodeReport {
  return {
    ...report,
    refused: report.refused.slice(0, 10_000).map(({ key, seq, reason }) => ({ key, seq, reason: cut(reason, 2000) })),
    warnings: report.warnings.slice(0, 50).map((text) => cut(text, 500)),
    notices: report.notices.slice(0, 50).map((text) => cut(text, 500)),
    ...(report.addresses && { addresses: report.addresses.slice(0, 32) }),
  };
}
