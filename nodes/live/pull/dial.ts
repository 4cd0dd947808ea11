import { connect, type Socket } from 'node:net';
import { connect as secure, type TLSSocket } from 'node:tls';
import { checkHost, SourceProblem, type SourceRules } from './source-check.ts';

export type Target = { host: string; port: number };
export type DialOptions = {
  rules: SourceRules;
  connectTimeoutMs: number;
  /** For tests with certificates of their own; Node's list of authorities unless given. */
  trusted?: string | undefined;
};

/** More addresses than this are not tried for one connection. */
const mostAddresses = 4;

/** Connects to the first checked address that answers. */
export async function dial({ host, port }: Target, options: DialOptions): Promise<Socket> {
  const addresses = await checkHost(host, port, options.rules);
  let failure = 'it has no address';
  for (const address of addresses.slice(0, mostAddresses)) {
    try {
      return await connectTo(address, port, options.connectTimeoutMs);
    } catch (error) {
      failure = words[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message;
    }
  }
  throw new SourceProblem('source_unreachable', `${host} cannot be reached at port ${port}: ${failure}`);
}

const words: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ECONNRESET: 'it closed the connection',
  ETIMEDOUT: 'it does not answer',
};

function connectTo(address: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true });
    socket.setTimeout(timeoutMs, () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** The same over TLS, with the certificate verified for the name. */
export async function dialSecurely(target: Target, options: DialOptions): Promise<TLSSocket> {
  const socket = await dial(target, options);
  return await new Promise((resolve, reject) => {
    const trusted = options.trusted === undefined ? {} : { ca: options.trusted };
    const session = secure({ socket, host: target.host, servername: nameFor(target.host), ...trusted });
    const giveUp = (error: Error): void => {
      socket.destroy();
      const why = `${target.host} cannot be reached safely at port ${target.port}: ${error.message}`;
      reject(new SourceProblem('source_unreachable', why));
    };
    session.setTimeout(options.connectTimeoutMs, () => giveUp(new Error('it does not answer')));
    session.once('error', giveUp);
    session.once('secureConnect', () => {
      session.setTimeout(0);
      session.off('error', giveUp);
      resolve(session);
    });
  });
}

/** Addresses are no server names (RFC 6066). */
const nameFor = (host: string): string => (/^[\d.]+$|:/.test(host) ? '' : host);
