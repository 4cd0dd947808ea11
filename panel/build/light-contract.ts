import { type Plugin, runnerImport } from 'vite';

/** What the browser needs of a route at run time: the rest of the declaration (schemas, texts) is types only. */
type LightRoute = { method: string; path: string; access: string };

const isRoute = (value: unknown): value is LightRoute =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** The source of a module that exports each table of routes with method, path and access, and nothing else. */
export function lightSource(module: Record<string, unknown>): string {
  const tables = Object.entries(module).flatMap(([name, table]) => {
    const routes = Object.entries(table ?? {}).filter((entry): entry is [string, LightRoute] => isRoute(entry[1]));
    if (routes.length === 0) return [];
    const light = routes.map(([key, { method, path, access }]) => [key, { method, path, access }]);
    return [`export const ${name} = ${JSON.stringify(Object.fromEntries(light))};`];
  });
  return tables.join('\n');
}

/**
 * The panel is typed by the contract's routes, but a route declaration carries zod schemas, and zod would weigh on the
 * sign-in page. So the modules of routes reach the browser without them; forms import the schemas they check with.
 */
export function lightContract(): Plugin {
  return {
    name: 'light-contract',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? '';
      if (!/\/contract\/src\/[a-z-]+\/([a-z]+-)*routes\.ts$/.test(file)) return null;
      this.addWatchFile(file);
      const { module } = await runnerImport<Record<string, unknown>>(file, { configFile: false });
      const code = lightSource(module);
      if (code === '') throw new Error(`No routes found in ${file}`);
      return { code, map: null, moduleType: 'js' };
    },
  };
}
