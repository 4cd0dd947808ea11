import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The names of a new feature in the forms that the rooms use. */
export type FeatureName = {
  /** As in folders, paths and permissions. */
  folder: string;
  plural: string;
  singular: string;
  Plural: string;
  Singular: string;
  table: string;
  words: string;
  title: string;
};

export function nameFeature(folder: string): FeatureName {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*s$/.test(folder)) {
    throw new Error(`"${folder}" cannot name a feature. Use its plural in lower case, such as videos or edge-rules.`);
  }
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const plural = folder.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const singular = plural.replace(/ies$/, 'y').replace(/s$/, '');
  const words = folder.replaceAll('-', ' ');
  const table = folder.replaceAll('-', '_');
  return {
    folder,
    plural,
    singular,
    Plural: capital(plural),
    Singular: capital(singular),
    table,
    words,
    title: capital(words),
  };
}

/** The files of a feature that lists things of a service: one read, from the contract to the screen. */
export function featureFiles(name: FeatureName, migration: string): Record<string, string> {
  const { folder, Plural } = name;
  const server = `server/src/features/${folder}`;
  const panel = `panel/src/features/${folder}`;
  const templates: Record<string, string> = {
    [`contract/src/${folder}/schema.ts`]: 'contract/schema.ts',
    [`contract/src/${folder}/routes.ts`]: 'contract/routes.ts',
    [`server/migrations/${migration}`]: 'server/migration.sql',
    [`${server}/index.ts`]: 'server/index.ts',
    [`${server}/routes.ts`]: 'server/routes.ts',
    [`${server}/store.ts`]: 'server/store.ts',
    [`server/src/testing/samples/${folder}.ts`]: 'server/samples.ts',
    [`${server}/${folder}.test.ts`]: 'server/routes.test.ts',
    [`${panel}/${Plural}Screen.tsx`]: 'panel/Screen.tsx',
    [`${panel}/screens.ts`]: 'panel/screens.ts',
    [`${panel}/menu.tsx`]: 'panel/menu.tsx',
  };
  return Object.fromEntries(Object.entries(templates).map(([path, template]) => [path, fill(template, name)]));
}

function fill(template: string, name: FeatureName): string {
  const text = readFileSync(join(import.meta.dirname, 'feature', `${template}.txt`), 'utf8');
  return text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
    if (!(key in name)) throw new Error(`The template ${template} names {{${key}}}, which no feature has`);
    return name[key as keyof FeatureName];
  });
}
