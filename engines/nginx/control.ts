/** One zone as the edge serves it. Addresses are those the agent resolved and checked: `1.2.3.4:443`, `[2001:db8::1]:443`. */
export type EdgeZoneConfig = {
  id: string;
  hosts: string[];
  disabled: boolean;
  origin: { url: string; hostHeader: string | null; addresses: string[] };
  cache: { edgeTtlSeconds: number | null; queryString: 'keep' | 'ignore'; staleIfErrorSeconds: number };
  purge: { generation: number; bans: [number, string][] };
};

export type Refusal = { zoneId: string; reason: string };

/** Speaks to a running edge over its control socket. Calls of one instance are sent in order, one at a time. */
export class EdgeControl {
  readonly #controlSocket: string;

  constructor(controlSocket: string) {
    this.#controlSocket = controlSocket;
  }

  /** bootId is new at every start of nginx: zones live only in its memory and must be handed over again. */
  async status(): Promise<{ bootId: string; open: boolean; zones: number; caching: boolean }> {
    throw new Error(`not built yet ${this.#controlSocket}`);
  }

  /** Refused zones keep their last good version; the others apply. */
  async putZones(_zones: EdgeZoneConfig[]): Promise<{ refused: Refusal[] }> {
    throw new Error('not built yet');
  }

  async removeZones(_zoneIds: string[]): Promise<void> {
    throw new Error('not built yet');
  }

  /** The whole state: zones that are not among these are removed. */
  async replaceZones(_zones: EdgeZoneConfig[]): Promise<{ refused: Refusal[] }> {
    throw new Error('not built yet');
  }

  /** Resolves once the purge is in force and on disk. Paths are percent-encoded, with their query string. */
  async purgePaths(_zoneId: string, _paths: string[]): Promise<void> {
    throw new Error('not built yet');
  }

  /** Everything cached so far becomes unreachable: for a node that may have missed purges. */
  async forget(): Promise<void> {
    throw new Error('not built yet');
  }

  /** The edge starts closed: requests wait up to 5 s and then get 503. */
  async open(): Promise<void> {
    throw new Error('not built yet');
  }

  /** Off: nothing new is stored, what is stored is still served. */
  async setCaching(_on: boolean): Promise<void> {
    throw new Error('not built yet');
  }
}
