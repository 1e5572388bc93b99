import { Agent, createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The management API of the WebSocket, as far away as API Gateway is: every post takes `delayMs` longer. */
export async function startSlowPosts(delayMs: number) {
  let target = '';
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    setTimeout(() => {
      const onward = forward(`${target}${incoming.url ?? ''}`, { method, headers, agent }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    }, delayMs);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Where the posts go on to: the origin of the gateway, once it is known. */
    lead: (origin: string) => void (target = origin),
    stop: () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
