import './issue-words.ts';
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

/**
 * Who may call a route: anyone (`public`), a person who signed in (`session`), a person or an API key whatever they may
 * do (`caller`), a node with its own credential (`node`), or those who hold the named permission. Every route must say.
 */
export type Access = 'public' | 'session' | 'caller' | 'node' | Permission;

/** Whether an access is a permission, which one holds or does not. */
export const isPermission = (access: Access): access is Permission =>
  access !== 'public' && access !== 'session' && access !== 'caller' && access !== 'node';

/**
 * One HTTP route, declared once. The server binds a handler to it, the panel's client and queries are typed by it, the
 * API description is generated from it.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, parameters as `:name`. */
  path: string;
  summary: string;
  tag: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Status of a successful answer. */
  status: 200 | 201 | 202;
  reply: z.ZodType;
  /** Codes this route may answer with beyond those every route shares. */
  errors?: readonly ErrorCode[];
  /** Largest request body in bytes; 64 KiB unless given. */
  bodyLimitBytes?: number;
  /** Left out of the public API description. */
  internal?: boolean;
  /** For people only: an API key is refused, whatever it may do. */
  people?: boolean;
  /** Asks whoever gave their password more than ten minutes ago to give it again. For people only, then: a key has none. */
  stepUp?: true;
  /**
   * Without a service in its path, and still fit for an API key that is limited to services: its handler leaves out what
   * belongs to others.
   */
  narrowed?: boolean;
  /** Changes nothing: it is no GET because its question needs a body. */
  safe?: true;
  /** Refused for a CDN-Plus service, which has HTTP zones and DNS only. */
  notForCdnPlus?: boolean;
  /**
   * The object that two people may edit, as the reply names it (`zone`, `profile.account`); it has a `revision`, which is
   * its ETag. A change that sends `If-Match` is refused when somebody else was faster.
   */
  revised?: string;
  /** The media type of an answer that is not the JSON envelope; the handler sends it itself, `reply` is not used. */
  sends?: string;
};

export const route = <const R extends Route>(declaration: R): R => declaration;
export type Routes = Record<string, Route>;

type Part<K extends string, S> = S extends z.ZodType ? { [P in K]: z.input<S> } : unknown;

/** What a caller passes to a route: its params, query and body, as far as it declares them. */
export type Args<R extends Route> = Part<'params', R['params']> & Part<'query', R['query']> & Part<'body', R['body']>;
/** What a caller receives. */
export type Reply<R extends Route> = z.output<R['reply']>;

/** A successful reply's envelope: `result: 'success'` and the named fields. */
export const success = <S extends z.ZodRawShape>(shape: S) => z.object({ result: z.literal('success'), ...shape });
