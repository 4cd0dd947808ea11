import type { Soa } from '@headwater/contract/dns/domain';
import { readHost } from '@headwater/contract/dns/names';
import {
  fromRdata,
  type RecordValue,
  readRecord,
  recordTypes,
  signingTypes,
} from '@headwater/contract/dns/record-types';
import { splitWords } from '@headwater/contract/dns/words';
import { readDisabled, readNote } from './comments.ts';
import { type Entry, readEntries } from './lines.ts';
import { readSoa } from './soa.ts';
import { readTtl } from './ttl.ts';

type Result =
  | { record: RecordValue & { status: 0 | 1; note: string | null } }
  /** Understood, and not ours to take over. */
  | { skip: string }
  | { problem: string }
  | { soa: Soa }
  /** Why nothing of the file is taken: without what stands here, its records are not the zone. */
  | { refuse: string };

/** Reads entry after entry, and keeps what each leaves for those behind it: origin, owner, times. */
export class EntryReader {
  #soa: Soa | null = null;
  readonly #domain: string;
  /** What names without a dot at the end are relative to; empty for the root. */
  #origin: string;
  #owner: string | null = null;
  #defaultTtl: number | null = null;
  #lastTtl: number | null = null;

  constructor(domain: string) {
    this.#domain = domain;
    this.#origin = domain;
  }

  /** Null for an entry that leaves nothing to tell. */
  read(entry: Entry): Result | null {
    if (entry.problem !== undefined) return { problem: entry.problem };
    if (entry.text.startsWith('$')) return this.#readDirective(entry);
    if (entry.text.trim() !== '') return this.#readRecord(entry, 1);
    const disabled = readDisabled(entry.comment);
    const [inner] = disabled === null ? [] : readEntries(disabled);
    if (!inner) return null;
    return inner.problem === undefined ? this.#readRecord(inner, 0) : { problem: inner.problem };
  }

  #readDirective({ text }: Entry): Result | null {
    const [name = '', value] = text.trim().split(/\s+/);
    const directive = name.toUpperCase();
    if (directive === '$INCLUDE' || directive === '$GENERATE') {
      return { refuse: `${directive} is not taken: write the records themselves` };
    }
    if (!value || (directive !== '$ORIGIN' && directive !== '$TTL')) {
      return { problem: 'Only $ORIGIN and $TTL are understood here, each with a value' };
    }
    if (directive === '$ORIGIN') {
      this.#origin = this.#wholeName(value).slice(0, -1);
      return null;
    }
    const ttl = readTtl(value);
    if (ttl === null) return { problem: '$TTL needs a time such as 3600, or 1h30m' };
    this.#defaultTtl = ttl;
    return null;
  }

  #readRecord(entry: Entry, status: 0 | 1): Result {
    const words = splitWords(entry.text);
    if (!words) return { problem: 'A backslash stands alone at the end' };
    if (!/^\s/.test(entry.text)) this.#owner = this.#wholeName(words.shift() ?? '');
    const owner = this.#owner;
    if (owner === null) return { problem: 'The first record needs a name: begin the line with it, such as @ or www' };
    const head = readHead(words);
    if ('problem' in head) return head;
    const { type } = head;
    const ttl = head.ttl ?? this.#defaultTtl ?? this.#lastTtl ?? this.#soa?.minimum ?? null;
    this.#lastTtl = ttl;

    if (signingTypes.has(type)) return { skip: 'Headwater signs by itself' };
    const host = readHost(owner, this.#domain);
    if (!host.ok) return { problem: host.message };
    if (type === 'SOA') return this.#readSoa(host.name, words, ttl);
    if (type === 'NS' && host.name === '@') return { skip: 'The name servers of the domain itself are ours' };
    if (words[0] === '\\#' && recordTypes.some((known) => known === type)) {
      return { problem: `Write the data of ${type} in its own form` };
    }
    const data = fromRdata(type, words.join(' '), this.#origin);
    const reading = readRecord({ ...data, host: owner, type, ttl }, this.#domain);
    if (reading.ok) return { record: { ...reading.value, status, note: readNote(entry.comment) } };
    if (reading.errors.some(({ field }) => field === 'type'))
      return { problem: `${type} records are not offered here` };
    return { problem: reading.errors.map(({ message }) => message).join('. ') };
  }

  #readSoa(host: string, words: readonly string[], ttl: number | null): Result {
    if (host !== '@') return { problem: `Only ${this.#domain} itself has an SOA here` };
    if (this.#soa) return { skip: 'The SOA stands there twice: the first one counts' };
    const [mname = '', rname = '', ...rest] = words;
    this.#soa = readSoa([this.#wholeName(mname), this.#wholeName(rname), ...rest], ttl);
    if (this.#soa) return { soa: this.#soa };
    return {
      problem: 'An SOA is written ns1.example.com. hostmaster.example.com. serial refresh retry expire minimum',
    };
  }

  /** With a dot at the end. */
  #wholeName(name: string): string {
    if (name.endsWith('.')) return name;
    if (name === '@') return `${this.#origin}.`;
    return this.#origin === '' ? `${name}.` : `${name}.${this.#origin}.`;
  }
}

/** Time and class in either order, then the type; takes them from `words`. */
function readHead(words: string[]): { ttl: number | null; type: string } | { problem: string } {
  let ttl: number | null = null;
  while (words.length > 0) {
    const word = (words.shift() ?? '').toUpperCase();
    if (word === 'IN' || word === 'CLASS1') continue;
    if (/^(CH|HS|CS|CHAOS|HESIOD|CLASS\d+)$/.test(word))
      return { problem: `Only records of class IN are taken, not ${word}` };
    const seconds: number | null = ttl === null ? readTtl(word) : null;
    if (seconds !== null) {
      ttl = seconds;
      continue;
    }
    if (!/^[A-Z][A-Z0-9-]{0,15}$/.test(word))
      return { problem: 'A type such as A or MX is missing, or has another sign in it' };
    return words.length > 0 ? { ttl, type: word } : { problem: `There is no data behind “${word}”` };
  }
  return { problem: 'A type such as A or MX, and its data, are missing' };
}
