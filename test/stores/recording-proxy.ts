import { text } from 'node:stream/consumers';
import { serve } from '#test/support/http-server.ts';

interface RecordedRequest {
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
  const server = await serve((incoming, outgoing) => {
    void (async () => {
      const body = await text(incoming);
      const { authorization = '', 'content-type': contentType = '' } = incoming.headers;
      requests.push({
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        authorization,
        contentType,
        form: [...new URLSearchParams(body)],
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
  return { ...server, requests, answers };
}
