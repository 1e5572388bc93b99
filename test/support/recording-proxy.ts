import { createServer } from 'node:http';
import { once } from 'node:events';

export interface RecordedRequest {
  method: string;
  path: string;
  authorization: string;
  contentType: string;
  /** Form fields in order; a repeated field comes several times. */
  form: Array<[string, string]>;
}

/** Passes requests on to `target` and keeps what went over the wire. `answer` may answer in its place. */
export async function startRecordingProxy(target: string) {
  const requests: RecordedRequest[] = [];
  const answers: Array<{ status: number; body: string; headers?: Record<string, string> } | 'hang' | 'reset'> = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const { authorization = '', 'content-type': contentType = '' } = incoming.headers;
      requests.push({
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        authorization,
        contentType,
        form: [...new URLSearchParams(body.toString())],
      });
      const answer = answers.shift();
      if (answer === 'hang') return;
      if (answer === 'reset') {
        incoming.socket.destroy();
        return;
      }
      if (answer) {
        outgoing.writeHead(answer.status, answer.headers).end(answer.body);
        return;
      }
      const response = await fetch(target + incoming.url, {
        method: incoming.method!,
        headers: { authorization, 'content-type': contentType },
        ...(body.length > 0 ? { body } : {}),
      });
      outgoing.writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? '' });
      outgoing.end(await response.text());
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    answers,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
