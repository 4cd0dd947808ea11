import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';

// The least that brings a NOTIFY to open sockets: no session check, no permissions, no catching up.

const [url] = process.argv.slice(2);
const open = new Set<ServerResponse>();
const listener = new pg.Client({ connectionString: url });
await listener.connect();
await listener.query('listen headwater_events');
listener.on('notification', ({ payload }) => {
  const { event } = JSON.parse(payload ?? '') as { event: object };
  const text = `data: ${JSON.stringify(event)}\n\n`;
  for (const response of open) response.write(text);
});

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  open.add(response);
  response.once('close', () => open.delete(response));
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address())));
