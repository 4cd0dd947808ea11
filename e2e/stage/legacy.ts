import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** As such scripts do, it asks its own host for the rest of itself before it shows. */
const widget = `
  const { src } = document.currentScript;
  fetch(new URL('/feedback', src)).then(async (answer) => {
    document.documentElement.dataset.feedbackWidget = await answer.text();
  }, () => {});
`;

type Received = { method: string; path: string; type: string; body: string };

/**
 * Another site of the provider: the panel before this one, which receives whoever leaves, and the feedback widget's host.
 * What it was sent is at `/received`.
 */
export async function startLegacy(port: number): Promise<{ stop: () => void }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (path === '/received') {
      response.setHeader('content-type', 'application/json');
      return void response.end(JSON.stringify(received));
    }
    if (path === '/widget.js') {
      response.setHeader('content-type', 'text/javascript');
      response.setHeader('cross-origin-resource-policy', 'cross-origin');
      return void response.end(widget);
    }
    const type = request.headers['content-type'] ?? '';
    received.push({ method: request.method ?? '', path, type, body: await text(request) });
    if (path === '/feedback') {
      response.setHeader('access-control-allow-origin', '*');
      return void response.end('ready');
    }
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Before</title><h1>The panel before</h1>');
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The other site's addresses that the panel goes to: the panel before this one, the widget, and what that asks for. */
export const legacyAddresses = (port: number) =>
  ['cp/v5', 'widget.js', 'feedback'].map((path) => `http://127.0.0.1:${port}/${path}`);

/** What the other site was sent so far. */
export const readReceived = async (port: number): Promise<Received[]> =>
  (await fetch(`http://127.0.0.1:${port}/received`)).json() as Promise<Received[]>;
