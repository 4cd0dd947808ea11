import { join } from 'node:path';
import { commonEnvironment, type Fleet, nodeArgv } from './fleet.ts';
import { projectFolder } from './settings.ts';
import { say } from './terminal.ts';

/** The panel's development server: it takes changes at once and passes API calls on. */
export function startPanelDevelopment(fleet: Fleet): void {
  const { settings } = fleet;
  fleet.start({
    name: 'panel',
    argv: nodeArgv('supervisor/src/panel-server.ts'),
    env: () => commonEnvironment(settings),
    cwd: join(projectFolder, 'panel'),
  });
  say('The panel under development: http://localhost:5173');
}
