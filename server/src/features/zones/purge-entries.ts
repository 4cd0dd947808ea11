import { type FieldProblem, Problem } from '../../lib/problem.ts';

/** What a purge means for the edges. */
export type PurgePlan = {
  /** Everything that the zone has cached. */
  wholeZone: boolean;
  /** Patterns, each ending in `*`; before it only `%`, `*`, a path's `?` and control characters are percent-encoded. */
  bans: string[];
  /** Request paths with their query string, percent-encoded. */
  paths: string[];
};

// What an edge takes.
const mostPathLength = 4096;
const mostPatternLength = 2048;

const accepted = 'Start with / or with one of this zone’s own URLs';

/**
 * Reads the entries of a purge: `/paths`, URLs of the zone's own hosts, a trailing `*` as a wildcard, `/*` for
 * the whole zone.
 * @param ignoreQuery the zone keeps the query string out of its cache key, so it plays no part here either.
 * @throws Problem naming every entry that cannot be read, by its place.
 */
export function readPurgeEntries(entries: string[], hostnames: string[], ignoreQuery: boolean): PurgePlan {
  const plan: PurgePlan = { wholeZone: false, bans: [], paths: [] };
  const errors: FieldProblem[] = [];
  let code: Problem['code'] = 'invalid_input';
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry, hostnames, ignoreQuery);
    if ('message' in read) {
      errors.push({ field: `files.${index}`, message: read.message });
      if (errors.length === 1) code = read.code;
    } else if (read.kind === 'zone') plan.wholeZone = true;
    else if (read.kind === 'ban') plan.bans.push(read.pattern);
    else plan.paths.push(read.path);
  }
  if (errors.length > 0) throw new Problem(code, errors[0]!.message, { errors });
  return { ...plan, bans: [...new Set(plan.bans)], paths: [...new Set(plan.paths)] };
}

type Entry =
  | { kind: 'zone' }
  | { kind: 'ban'; pattern: string }
  | { kind: 'path'; path: string }
  | { code: Problem['code']; message: string };

function readEntry(entry: string, hostnames: string[], ignoreQuery: boolean): Entry {
  if (/^\*+$/.test(entry)) {
    return { code: 'purge_bare_wildcard', message: 'A bare * is not accepted. Use /* to purge the whole zone.' };
  }
  const problem = (message: string) => ({ code: 'invalid_input' as const, message });
  const isUrl = /^https?:\/\//i.test(entry);
  if (!isUrl && !entry.startsWith('/')) {
    return problem(`“${shorten(entry)}” is neither a path nor a URL of this zone. ${accepted}.`);
  }
  if (!isUrl && entry.startsWith('//')) return problem(`“${shorten(entry)}” starts with two slashes. ${accepted}.`);
  const wildcard = entry.endsWith('*');
  const plain = wildcard ? entry.slice(0, -1) : entry;
  if (plain.includes('*')) {
    return problem(
      `“${shorten(entry)}” has a * in the middle. A wildcard may stand only at the end; write %2A for the character.`,
    );
  }
  // Joined and not resolved against a base: `/\host` and the like would be taken for another host.
  const whole = isUrl ? plain : `http://zone.invalid${plain}`;
  if (!URL.canParse(whole)) return problem(`“${shorten(entry)}” is not a URL. ${accepted}.`);
  const url = new URL(whole);
  if (isUrl && !hostnames.includes(url.hostname)) {
    return {
      code: 'purge_foreign_host',
      message: `${url.hostname} is not a host of this zone. Its hosts: ${hostnames.join(', ')}.`,
    };
  }
  const tooLong = problem(`“${shorten(entry)}” is too long.`);
  if (!wildcard) {
    const path = url.pathname + (ignoreQuery ? '' : url.search);
    return path.length > mostPathLength ? tooLong : { kind: 'path', path };
  }
  // URL drops a question mark that nothing follows, but here the star does.
  const query = ignoreQuery ? '' : plain.endsWith('?') && url.search === '' ? '?' : url.search;
  const prefix = spellPrefix(url.pathname, query);
  if (prefix === null) return problem(`“${shorten(entry)}” does not decode to UTF-8, so it cannot be a wildcard.`);
  if (prefix === '/') return { kind: 'zone' };
  return prefix.length >= mostPatternLength ? tooLong : { kind: 'ban', pattern: `${prefix}*` };
}

/** One spelling for all that mean the same, so that one pattern covers another when it begins it. */
function spellPrefix(path: string, query: string): string | null {
  try {
    return escapeSigns(decodeURIComponent(path)).replaceAll('?', '%3F') + escapeSigns(decodeURIComponent(query));
  } catch {
    return null;
  }
}

const escapeSigns = (text: string) =>
  text.replace(/[%*\p{Cc}]/gu, (sign) => (sign === '*' ? '%2A' : encodeURIComponent(sign)));

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

export type Bans = [number, string][];
const mostBans = 100;

/**
 * Adds wildcard purges to those a zone has. A new ban makes those that it covers superfluous: whatever they matched, it
 * matches too, with a higher number. Above the cap everything is folded into a new generation, since a ban that merely
 * expired would bring back what it had purged.
 */
export function addBans(
  zone: { generation: number; ban_counter: number; bans: Bans },
  patterns: string[],
): { generation: number; ban_counter: number; bans: Bans } {
  let { generation, ban_counter } = zone;
  let bans = [...zone.bans];
  for (const pattern of patterns) {
    ban_counter += 1;
    const prefix = pattern.slice(0, -1);
    bans = bans.filter(([, old]) => !old.startsWith(prefix));
    bans.push([ban_counter, pattern]);
  }
  if (bans.length > mostBans) {
    bans = [];
    generation += 1;
  }
  return { generation, ban_counter, bans };
}
