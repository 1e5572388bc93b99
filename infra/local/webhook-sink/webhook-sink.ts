import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@ringback/simulators/line/loopback-server.ts';
import { Webhook } from 'standardwebhooks';
import { type HttpAnswer, joinHeaders, jsonAnswer, sendAnswer } from '#infra/local/aws/http/http-message.ts';

export interface ReceivedWebhook {
  receivedAt: string;
  path: string;
  headers: Record<string, string>;
  /** Parsed when it is JSON, else as text. */
  body: unknown;
  /** Whether the signature is by one of the users' secrets. */
  verified: boolean;
}

export interface WebhookSink {
  port: number;
  url: string;
  received: () => ReceivedWebhook[];
  stop(): Promise<void>;
}

const KEPT = 1000;

/**
 * A receiver of webhooks: keeps what is posted to it, and answers the status in the path.
 * @param secrets the live webhook secrets of all users, to verify signatures
 */
export async function startWebhookSink(port: number, secrets: () => Promise<readonly string[]>): Promise<WebhookSink> {
  let received: ReceivedWebhook[] = [];
  const answerTo = async (incoming: IncomingMessage): Promise<HttpAnswer> => {
    if (incoming.method === 'GET') return jsonAnswer(200, received);
    if (incoming.method === 'DELETE') {
      received = [];
      return jsonAnswer(200, { message: 'Cleared' });
    }
    if (incoming.method !== 'POST') return jsonAnswer(405, { message: 'POST, GET or DELETE' });
    const webhook = await readWebhook(incoming, await secrets());
    received = [...received, webhook].slice(-KEPT);
    return jsonAnswer(statusFor(webhook.path), { message: 'Received' });
  };
  const server = createServer((incoming, response) => {
    answerTo(incoming).then(
      (answer) => sendAnswer(response, answer, randomUUID()),
      () => response.destroy(),
    );
  });
  return { ...(await listen(server, port)), received: () => received };
}

async function readWebhook(incoming: IncomingMessage, secrets: readonly string[]): Promise<ReceivedWebhook> {
  const body = await text(incoming);
  const headers = joinHeaders(incoming);
  return {
    receivedAt: new Date().toISOString(),
    path: (incoming.url ?? '/').split('?')[0] ?? '/',
    headers,
    body: parseJson(body),
    verified: secrets.some((secret) => isSignedBy(secret, body, headers)),
  };
}

/** `/status/503` answers 503, to test retries. Other paths answer 200. */
function statusFor(path: string): number {
  const status = Number(/^\/status\/(\d{3})$/.exec(path)?.[1] ?? 200);
  return status >= 200 && status <= 599 ? status : 200;
}

function isSignedBy(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
