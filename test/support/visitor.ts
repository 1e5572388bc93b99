import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface VisitorAnswer {
  status: number;
  body: {
    message: string;
    errors?: Record<string, string[]>;
    retry_after?: number;
    data?: { call_id: number; access_token: string; url: string };
  };
}

interface Visit {
  baseUrl: string;
  widget: string;
  origin: string;
  /** One of 127.0.0.0/8: a machine has them all. */
  address?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A program that asks for a call by the id of a widget, with the origin of a page that it is not. */
export async function askForCall({
  baseUrl,
  widget,
  origin,
  address,
  body = {},
  headers,
}: Visit): Promise<VisitorAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<VisitorAnswer>();
  const options = {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...headers },
    ...(address !== undefined && { localAddress: address }),
  };
  const asked = request(`${baseUrl}/widget/${widget}/web-call`, options, (answer) => {
    const { statusCode: status = 0 } = answer;
    text(answer).then((sent) => resolve({ status, body: JSON.parse(sent) }), reject);
  });
  asked.on('error', reject);
  asked.end(JSON.stringify(body));
  return promise;
}

/** The page of a visitor who stays on the line until the call is ended. Resolves with who ended it. */
export async function stayOnLine({ access_token, url }: { access_token: string; url: string }): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const page = new WebSocket(url);
  page.addEventListener('open', () => page.send(JSON.stringify({ type: 'connect', access_token })));
  page.addEventListener('error', () => reject(new Error('the page lost its connection')));
  page.addEventListener('close', () => resolve('closed'));
  page.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as { type: string; by?: string };
    if (frame.type === 'ended' || frame.type === 'refused') resolve(frame.by ?? frame.type);
  });
  return promise;
}
