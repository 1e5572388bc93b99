import { Agent, request as forward } from 'node:http';
import { serve } from '#test/support/http-server.ts';

/** The management API of the WebSocket, as far away as API Gateway is: every post takes `delayMs` longer. */
export async function startSlowPosts(delayMs: number) {
  let target = '';
  const agent = new Agent({ keepAlive: true });
  const { url, stop } = await serve((incoming, outgoing) => {
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
  return {
    url,
    /** Where the posts go on to: the origin of the gateway, once it is known. */
    lead: (origin: string) => void (target = origin),
    stop: () => {
      agent.destroy();
      return stop();
    },
  };
}
