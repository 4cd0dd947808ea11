/** The hosts of a zone, sorted by their labels from the right: all below one of them are neighbours. */
export class HostTree {
  readonly #sorted: string[];

  constructor(hosts: Iterable<string>) {
    this.#sorted = [...new Set(hosts)].map(turn).sort(compare);
  }

  add(host: string): void {
    const turned = turn(host);
    const at = this.#find(turned);
    if (this.#sorted[at] !== turned) this.#sorted.splice(at, 0, turned);
  }

  remove(host: string): void {
    const turned = turn(host);
    const at = this.#find(turned);
    if (this.#sorted[at] === turned) this.#sorted.splice(at, 1);
  }

  /** The host itself and all below it. */
  *listBelow(host: string): Generator<string> {
    const turned = turn(host);
    for (let at = this.#find(turned); this.#sorted[at]?.startsWith(turned); at++)
      yield turnBack(this.#sorted[at] ?? '');
  }

  /** The place of the first that is not smaller. */
  #find(turned: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? '') < turned) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** `www.shop` is `shop.www.`; the dot at the end keeps `shopping` from standing below `shop`. */
const turn = (host: string): string => `${host.split('.').reverse().join('.')}.`;
const turnBack = (turned: string): string => turned.slice(0, -1).split('.').reverse().join('.');
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
