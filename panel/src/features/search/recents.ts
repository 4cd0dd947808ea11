/** Something that was found and opened. */
export type Recent = { id: string; category: string; name: string; link: string };

const key = 'headwater-recent-searches';
const mostRecents = 5;

type Kept = Record<string, Recent[]>;

/** What this person opened last, the latest first. */
export const readRecents = (email: string): Recent[] => readAll()[email] ?? [];

/** Puts what was opened before the others; the same thing stands there once. */
export function addRecent(email: string, opened: Recent): void {
  const all = readAll();
  const others = (all[email] ?? []).filter(({ link }) => link !== opened.link);
  all[email] = [opened, ...others].slice(0, mostRecents);
  localStorage.setItem(key, JSON.stringify(all));
}

/** What others have left in the storage may be anything. */
function readAll(): Kept {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const lists = Object.entries(stored).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
    return Object.fromEntries(lists.map(([email, list]) => [email, list.filter(isRecent).slice(0, mostRecents)]));
  } catch {
    return {};
  }
}

function isRecent(value: unknown): value is Recent {
  const { id, category, name, link } = (value ?? {}) as Partial<Recent>;
  return [id, category, name, link].every((text) => typeof text === 'string') && /^\/[^/\\]/.test(link ?? '');
}
