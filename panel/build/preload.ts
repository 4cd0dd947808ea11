import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

/** Modules that a first path needs, named by their source file below `panel/`. */
export type PreloadRule = { path: string; signedIn: boolean; modules: readonly string[] };

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
export function bootScript(source: string, rules: readonly PreloadRule[]): Plugin {
  const script = (table: unknown) => readFileSync(source, 'utf8').replace('/*PRELOADS*/ []', JSON.stringify(table));
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
      handler(_options, bundle) {
        const table = rules.map(({ path, signedIn, modules }) => ({
          path,
          signedIn,
          files: [...new Set(modules.flatMap((module) => filesOf(bundle, module)))],
        }));
        this.emitFile({ type: 'asset', fileName: 'boot.js', source: script(table) });
      },
    },
  };
}
