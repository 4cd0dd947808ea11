import { commonEnvironment, type Fleet, nodeArgv } from './fleet.ts';

/** The site that the demo's first zone fetches from. */
export function startDemoSite(fleet: Fleet): void {
  fleet.start({
    name: 'demo-site',
    argv: nodeArgv('supervisor/demo-site/main.ts'),
    env: () => commonEnvironment(fleet.settings),
    cwd: fleet.settings.dataFolder,
  });
}
