import type { Permission } from '@headwater/contract/lib/permissions';
import type { Routes } from '@headwater/contract/lib/route';
import type { NodeKind } from '@headwater/contract/nodes/routes';
import type { SearchCategory, SearchEntry } from '@headwater/contract/search/routes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from './activity.ts';
import type { Database, Tx } from './db.ts';
import type { DrawFilter } from './draw-filter.ts';
import type { ScheduledJob } from './jobs.ts';
import type { Listener } from './listen.ts';
import type { ResolveOrigin } from './origins.ts';
import type { LookUpDelegation } from './parent-zone.ts';
import type { RateLimiter } from './rate-limits.ts';
import type { Settings } from './settings.ts';
import type { NodeIdentity, Who } from './who.ts';

/** What the app hands to every feature. Engines come in here, so that features and tests name only what they want of them. */
export type Deps = {
  app: FastifyInstance;
  authenticate: Authenticate;
  database: Database;
  listener: Listener;
  limiter: RateLimiter;
  settings: Settings;
  resolveOrigin: ResolveOrigin;
  lookUpDelegation: LookUpDelegation;
  drawFilter: DrawFilter;
  /** All features, for those that serve what the others register. */
  features: readonly Feature[];
};

/** Binds a feature's handlers. */
export type Serve = (deps: Deps) => void;

/** How a request proves who it comes from. Both throw a Problem when it does not. */
export type Authenticate = {
  caller(request: FastifyRequest): Promise<Who>;
  node(request: FastifyRequest): Promise<NodeIdentity>;
};

/** What a feature lets people find. */
export type SearchSource = {
  category: SearchCategory;
  access: Permission;
  /** The best few matches, the best first. The transaction sees the caller's customer. */
  find(tx: Tx, asked: SearchQuestion): Promise<FoundEntry[]>;
};
export type SearchQuestion = {
  text: string;
  /** Only what belongs to these services, or to none; null for all of the account. */
  services: ReadonlySet<number> | null;
  most: number;
  settings: Settings;
};
/** A match in plain text: the search itself makes the HTML of `desc`. */
export type FoundEntry = Omit<SearchEntry, 'desc'> & { text: string };

/** What a ticket may be made for. */
export type DownloadSource = {
  access: Permission;
  open(deps: Pick<Deps, 'database' | 'settings'>, who: Who, params: unknown): Promise<Download>;
};
export type Download = { filename: string; mediaType: string; content: Buffer };

/** The part of a customer's service that other features must follow. */
export type ServiceChange = { id: number; customerId: number; domainstatus: string };

/** Somebody who gave the right password, and the code that they sent with it. */
export type SignIn = { userId: number; actor: Actor; code: string | undefined };

/** A sort of thing that nodes of a kind follow. Its keys in the desired state are the prefix and the thing's id. */
export type Followed = {
  kind: NodeKind;
  prefix: string;
  /** Of the events that the thing's owner hears when it becomes live, is refused, or no longer is. */
  topic?: string;
  /** What the event calls the thing with this id, where that is a part of another; null: none of this feature's. */
  thingOf?: (id: string) => string | null;
  /** Done once and then over, such as a purge: a node that takes a full picture is not told of those before it. */
  isEvent?: true;
  /** Opens what is sealed in a document on its way to a node. Where it throws, that node keeps what it has of the thing. */
  open?: (doc: unknown, settings: Settings) => unknown;
  /** Called in the transaction of a node's report: it was in service, and has applied what came after `after`, up to `until`. */
  onApplied?: (tx: Pick<Tx, 'db'>, node: NodeIdentity, span: { after: number; until: number }) => Promise<void>;
  /** Called in the transaction of a node's report: every node of the kind that is there has applied everything up to `seq`. */
  onLive?: (tx: Pick<Tx, 'db'>, seq: number) => Promise<void>;
};

/** One feature of the control plane, as its `index.ts` exports it. It is found by its folder: no list names it. */
export type Feature = {
  /** Of the contract; `serve` binds a handler to each. */
  routes?: Routes;
  serve?: Serve;
  /** Adds pages for browsers at the root, beside the panel's. */
  pages?: (deps: Pick<Deps, 'app' | 'settings'>) => void;
  /** Reads who a bearer token stands for, by the token's prefix. */
  tokens?: Record<string, (deps: Pick<Deps, 'database'>, request: FastifyRequest, token: string) => Promise<Who>>;
  /** Reads who stands behind a session or key of this feature, by its id; undefined once it has ended, or is not here. */
  readCredential?: (deps: Pick<Deps, 'database'>, request: FastifyRequest, id: string) => Promise<Who | undefined>;
  /** Topics of events, and the permission that it takes to hear them; null for everybody of the account. */
  topics?: Record<string, Permission | null>;
  /** What this feature has nodes do. */
  followed?: readonly Followed[];
  search?: readonly SearchSource[];
  downloads?: Record<string, DownloadSource>;
  jobs?: readonly ScheduledJob[];
  /** Called at every sign-in, after the password and before the session. It throws a Problem where more is asked. */
  admitSignIn?: (deps: Pick<Deps, 'database' | 'settings'>, signIn: SignIn) => Promise<void>;
  /**
   * Called in the transaction that changes a service, such as one whose trial ended: it locks what must follow, and
   * returns what then writes it for nodes, once every feature has its locks; null where nothing follows.
   */
  onServiceChange?: (
    deps: Pick<Deps, 'settings'>,
    tx: Pick<Tx, 'db'>,
    service: ServiceChange,
  ) => Promise<(() => Promise<void>) | null>;
  /** Called in the transaction of a node's report that says, for the first time or anew, where it is reached. */
  onNodeMoved?: (deps: Pick<Deps, 'settings'>, tx: Pick<Tx, 'db'>, node: NodeIdentity) => Promise<void>;
};
