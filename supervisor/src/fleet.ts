import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LineReader } from './log-lines.ts';
import { type Environment, Program, type ProgramPlan } from './program.ts';
import type { Registry } from './registry.ts';
import { projectFolder, type Settings, toEnvironment } from './settings.ts';

/** The programs of this installation: how each is started, and all of them stopped in order. */
export class Fleet {
  readonly settings: Settings;
  readonly logFolder: string;
  readonly #registry: Registry;
  readonly #programs = new Map<string, Program>();
  #stopped: Promise<void> | undefined;

  constructor(settings: Settings, registry: Registry) {
    this.settings = settings;
    this.#registry = registry;
    this.logFolder = join(settings.dataFolder, 'logs');
    mkdirSync(this.logFolder, { recursive: true, mode: 0o750 });
  }

  start(plan: ProgramPlan): Program {
    const log = new LineReader(plan.name, join(this.logFolder, `${plan.name}.log`));
    const program = new Program(plan, this.#registry, log).start();
    this.#programs.set(plan.name, program);
    // A stop that came while this one was being prepared has not seen it.
    if (this.#stopped) void program.stop();
    return program;
  }

  /** PostgreSQL last: the others finish their last transactions. */
  stop(): Promise<void> {
    this.#stopped ??= (async () => {
      const { postgres, ...others } = Object.fromEntries(this.#programs);
      await Promise.all(Object.values(others).map((program) => this.#stopInTurn(program)));
      await postgres?.stop();
    })();
    return this.#stopped;
  }

  async #stopInTurn(program: Program): Promise<void> {
    const before = program.stopsAfter === undefined ? undefined : this.#programs.get(program.stopsAfter);
    await before?.stop();
    await program.stop();
  }
}

/** A program of ours, on the Node that runs this. */
export function nodeArgv(script: string, ...args: string[]): string[] {
  return [process.execPath, '--disable-warning=ExperimentalWarning', join(projectFolder, script), ...args];
}

/** Where Node keeps what it made of our TypeScript, to read it once and not at every start. */
export const compiledFolder = ({ dataFolder }: Settings): string => join(dataFolder, 'cache', 'compiled');

/** What every program may know. Secrets are added only for those that need them. */
export function commonEnvironment(settings: Settings): Environment {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      !/^(npm_|INIT_CWD$|NODE$|DATABASE_|HEADWATER_(SECRET|SMTP_URL|((DNS|LIVE|STORAGE)_)?JOIN_TOKEN)$)/.test(entry[0]),
  );
  return {
    ...Object.fromEntries(inherited),
    ...toEnvironment({ ...settings, databaseUrl: undefined }),
    NODE_ENV: settings.development ? 'development' : 'production',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compiledFolder(settings),
  };
}

/** For the command line, which runs beside us: where the database is, and the same settings. */
export function saveEnvironment(settings: Settings, env: Environment): void {
  const own = Object.entries(env).filter(([name]) => /^(HEADWATER_|DATABASE_)/.test(name));
  writeFileSync(join(settings.dataFolder, 'run', 'environment.json'), JSON.stringify(Object.fromEntries(own)), {
    mode: 0o600,
  });
}
