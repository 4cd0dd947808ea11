import { get, type IncomingHttpHeaders } from 'node:http';
import { expect } from '@playwright/test';
import { readStage } from './accounts.ts';

export type EdgeAnswer = { status: number; cache: string | undefined; headers: IncomingHttpHeaders; body: string };

/** Asks the edge for a path of a host, as a visitor of the customer's site does. */
export function visit(hostname: string, path: string, own: Record<string, string> = {}): Promise<EdgeAnswer> {
  const headers = { ...own, host: hostname };
  const target = { host: '127.0.0.1', port: readStage().edgePort, path, headers, agent: false };
  return new Promise((resolve, reject) => {
    get(target, async (response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      const { statusCode: status = 0, headers } = response;
      resolve({ status, cache: headers['x-cache']?.toString(), headers, body });
    }).once('error', reject);
  });
}

/** Visits and expects a status and what the edge says about its cache. */
export async function visitAndExpect(hostname: string, path: string, status: number, cache: string): Promise<void> {
  const answer = await visit(hostname, path);
  expect({ status: answer.status, cache: answer.cache }, `${hostname}${path}`).toEqual({ status, cache });
}
