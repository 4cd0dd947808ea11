import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const frames = {
  bare: [],
  home: ['src/app/HomeLayout.tsx'],
  service: ['src/app/Shell.tsx'],
};

/** Modules that a first path needs, named by their source file below `panel/`. */
type Rule = { path: string; signedIn: boolean; modules: readonly string[] };

/** As `panel/src/lib/feature.ts` has it. */
type Preload = { path: string; frame: keyof typeof frames; screen: string };

/** What the features ask for: `src/features/<name>/preload.ts`. */
async function readRules(panel: string): Promise<Rule[]> {
  const files = globSync('src/features/*/preload.ts', { cwd: panel }).sort();
  const rules = await Promise.all(
    files.map(async (file) => {
      const { preload } = (await import(pathToFileURL(join(panel, file)).href)) as { preload: Preload[] };
      return preload.map(({ path, frame, screen }) => ({
        path,
        signedIn: frame !== 'bare',
        modules: [...frames[frame], `${dirname(file)}/${screen}`],
      }));
    }),
  );
  return rules.flat();
}

type Bundle = Rolldown.OutputBundle;

function filesOf(bundle: Bundle, module: string): string[] {
  const root = Object.values(bundle).find(
    (chunk): chunk is Rolldown.OutputChunk =>
      chunk.type === 'chunk' && !!chunk.facadeModuleId?.endsWith(`/panel/${module}`),
  );
  if (!root) throw new Error(`Nothing to preload: no chunk begins with ${module}`);
  const files = new Set<string>();
  const visit = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || chunk.isEntry || files.has(fileName)) return;
    files.add(fileName);
    const css = (chunk as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? [];
    for (const file of css) files.add(file);
    for (const file of chunk.imports) visit(file);
  };
  visit(root.fileName);
  return [...files];
}

/**
 * Writes `boot.js`: sets the colour scheme before the first paint, and asks for the chunks of the opened path while the
 * entry is still on its way. It is a file because the content security policy forbids inline scripts.
 */
export function bootScript(panel: string): Plugin {
  const source = readFileSync(join(panel, 'build/boot.js'), 'utf8');
  const script = (table: unknown) => source.replace('/*PRELOADS*/ []', JSON.stringify(table));
  return {
    name: 'boot-script',
    configureServer(server) {
      server.middlewares.use('/boot.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(script([]));
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /inter-latin.*\.woff2$/.test(name));
        const preload = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font}` };
        return font ? [{ tag: 'link', attrs: preload, injectTo: 'head' }] : [];
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const table = (await readRules(panel)).map(({ path, signedIn, modules }) => ({
          path,
          signedIn,
          files: [...new Set(modules.flatMap((module) => filesOf(bundle, module)))],
        }));
        this.emitFile({ type: 'asset', fileName: 'boot.js', source: script(table) });
      },
    },
  };
}
