import type { Description, Operation, Parameter } from './openapi.ts';

/** An error that an operation may answer with. */
export type Failure = { status: number; code: string; sentence: string };

export type Entry = {
  id: string;
  method: string;
  path: string;
  summary: string;
  tag: string;
  /** Who may call it. */
  access: string;
  isPublic: boolean;
  parameters: Parameter[];
  operation: Operation;
  failures: Failure[];
};
export type Group = { tag: string; entries: Entry[] };

function failuresOf({ responses }: Operation): Failure[] {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    if (Number(status) < 400) return [];
    const examples = Object.values(content?.['application/json']?.examples ?? {});
    return examples.map(({ value }) => {
      const { code, message } = value as { code: string; message: string };
      return { status: Number(status), code, sentence: message };
    });
  });
}

function toEntry(path: string, method: string, operation: Operation): Entry {
  const isPublic = operation.security?.length === 0;
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    tag: operation.tags?.[0] ?? 'Other',
    access: operation.description?.replaceAll('`', '') ?? '',
    isPublic,
    parameters: (operation.parameters ?? []).toSorted((one, other) => one.in.localeCompare(other.in)),
    operation,
    failures: failuresOf(operation),
  };
}

/** Every operation of the description, below what it belongs to, both by name. */
export function readGroups({ paths }: Description): Group[] {
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => toEntry(path, method, operation)),
  );
  const tags = [...new Set(entries.map(({ tag }) => tag))].toSorted((one, other) => one.localeCompare(other));
  return tags.map((tag) => ({ tag, entries: entries.filter((entry) => entry.tag === tag) }));
}

/** What is left of the groups when each word must stand in an operation's name, path, summary or access. */
export function narrow(groups: readonly Group[], text: string): Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ id, method, path, summary, tag, access }: Entry) => {
    const said = `${id} ${method} ${path} ${summary} ${tag} ${access}`.toLowerCase();
    return words.every((word) => said.includes(word));
  };
  return groups
    .map(({ tag, entries }) => ({ tag, entries: entries.filter(fits) }))
    .filter(({ entries }) => entries.length > 0);
}
