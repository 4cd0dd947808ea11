import type { FastifyInstance } from 'fastify';
import type { Database } from './db.ts';
import type { Listener } from './listen.ts';
import type { ResolveOrigin } from './origins.ts';
import type { Authenticate } from './serve.ts';
import type { Settings } from './settings.ts';

/** What the app hands to every feature. Engines come in here, so that features and tests name only what they want of them. */
export type Deps = {
  app: FastifyInstance;
  authenticate: Authenticate;
  database: Database;
  listener: Listener;
  settings: Settings;
  resolveOrigin: ResolveOrigin;
};

/** A feature registers its own routes. */
export type Feature = (deps: Deps) => void;
