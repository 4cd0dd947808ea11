import { type AddressInfo, createServer } from 'node:net';

/** Takes what dnsdist logs and looks at none of it; says where. */
const server = createServer((socket) => {
  socket.on('error', () => socket.destroy());
  socket.resume();
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
