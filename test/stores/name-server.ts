import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const IPV4 = 1;
const LOOPBACK = Buffer.from([0xc0, 12, 0, IPV4, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);
const NO_ERROR = 0x8180;
const NO_SUCH_NAME = 0x8183;

/** A name server for which every name is this machine, but those with `silent` have no answer and those with `unknown` do not exist. */
export async function serveNames(): Promise<{ address: string; stop: () => void }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    let end = 12;
    while (query[end]) end += (query[end] ?? 0) + 1;
    const name = query.toString('latin1', 12, end);
    if (name.includes('silent')) return;
    const isUnknown = name.includes('unknown');
    const answers = !isUnknown && query.readUInt16BE(end + 1) === IPV4 ? [LOOPBACK] : [];
    const head = Buffer.from(query.subarray(0, end + 5));
    head.writeUInt16BE(isUnknown ? NO_SUCH_NAME : NO_ERROR, 2);
    head.writeUInt16BE(answers.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, ...answers]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, stop: () => void socket.close() };
}
