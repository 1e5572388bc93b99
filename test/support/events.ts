import type { CallKey } from '#shared/calls/call.ts';

/** A form-encoded callback of the carrier, as API Gateway hands it over. */
const callback = (path: string, form: Record<string, string>, signature = 'signed') => ({
  rawPath: `/carrier/twilio/${path}`,
  rawQueryString: '',
  headers: { host: 'api.example.com', 'x-twilio-signature': signature },
  body: new URLSearchParams(form).toString(),
  isBase64Encoded: false,
  requestContext: { requestId: 'callback-1', domainName: 'api.example.com' },
});

export function carrierEvent(
  { userId, callId }: CallKey,
  name: string,
  form: Record<string, string>,
  signature?: string,
) {
  const pathParameters = { user_id: String(userId), call_id: String(callId) };
  return { ...callback(`calls/${userId}/${callId}/${name}`, form, signature), pathParameters };
}

export const numberEvent = callback;

/** Takes the signature `signed` for genuine, and nothing else. */
export const verifySigned = async ({ signature }: { signature: string }) =>
  signature === 'signed' ? 'default' : undefined;

/** `CARRIER_ACCOUNTS` of a stage with a second account. */
export const SECOND_ACCOUNT = JSON.stringify([
  { name: 'second', accountSid: `AC${'2'.repeat(32)}`, callsPerSecond: 1 },
]);

interface EventParts {
  connectionId?: string;
  /** Sent as JSON; a string is sent as it is. */
  frame?: unknown;
  headers?: Record<string, string>;
  at?: number;
}

/** A WebSocket event as API Gateway sends it. */
export const socketEvent = ({ connectionId = 'connection-1', frame, headers, at = 0 }: EventParts = {}) => ({
  ...(headers === undefined ? {} : { headers }),
  ...(frame === undefined ? {} : { body: typeof frame === 'string' ? frame : JSON.stringify(frame) }),
  requestContext: { connectionId, requestId: 'request-1', requestTimeEpoch: at, routeKey: '$default' },
  isBase64Encoded: false,
});

/** An SQS batch as Lambda hands it to a worker; a string body is sent as it is. */
export const sqsEvent = (...bodies: unknown[]) => ({
  Records: bodies.map((body, index) => ({
    messageId: `message-${index + 1}`,
    receiptHandle: 'receipt',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    attributes: { ApproximateReceiveCount: '1' },
  })),
});

/** Dead letters that are kept, and messages that were put off. */
export function createMemoryDeadLetters() {
  const deadLetters: Array<{ body: string; reason: string }> = [];
  const sentAgain: Array<{ message: unknown; delaySeconds: number }> = [];
  return {
    deadLetters,
    sentAgain,
    moveToDlq: async (body: string, reason: string) => void deadLetters.push({ body, reason }),
    requeue: async (message: unknown, delaySeconds: number) => void sentAgain.push({ message, delaySeconds }),
  };
}
