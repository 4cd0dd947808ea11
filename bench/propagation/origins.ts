import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/** Two origins that say which of them they are. */
export async function startOrigins() {
  const servers = await Promise.all(['a', 'b'].map(startOne));
  const urls = servers.map((server) => `http://127.0.0.1:${(server.address() as { port: number }).port}`);
  return {
    urls: urls as [string, string],
    stop: () => {
      for (const server of servers) server.close().closeAllConnections();
    },
  };
}

async function startOne(name: string): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'max-age=3600' });
    response.end(name);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
