import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectFolder } from './settings.ts';

type Vite = { createServer(options: object): Promise<{ listen(): Promise<unknown>; close(): Promise<void> }> };

const panelFolder = join(projectFolder, 'panel');
// Vite belongs to the panel, so it is looked up from there.
const vitePath = createRequire(join(panelFolder, 'package.json')).resolve('vite');
const vite = (await import(pathToFileURL(vitePath).href)) as Vite;
const server = await vite.createServer({
  root: panelFolder,
  configLoader: 'runner',
  configFile: join(panelFolder, 'vite.config.ts'),
  // The service user may not write beside the sources.
  cacheDir: join(process.env.HEADWATER_DATA ?? panelFolder, 'cache', 'vite'),
});
await server.listen();
console.log('The panel is served from its sources');
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
