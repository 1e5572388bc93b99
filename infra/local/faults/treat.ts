import { once } from 'node:events';
import { type Agent, request as send, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { AwsAnswer, AwsRequest, Treatment } from '#infra/local/faults/aws-message.ts';

export type Forward = (changes?: Partial<AwsRequest>) => Promise<AwsAnswer>;

/** The answer of a treated request; undefined if the connection breaks. */
export async function treat(treatment: Treatment, forward: Forward): Promise<AwsAnswer | undefined> {
  switch (treatment.act) {
    case 'lose the answer':
      await forward();
      return undefined;
    case 'answer late': {
      const late = await forward();
      await sleep(treatment.milliseconds);
      return late;
    }
    case 'change':
      return completed(await forward({ body: Buffer.from(treatment.body) }), treatment.complete);
    case 'close the connection':
      await forward({ method: 'DELETE', body: Buffer.alloc(0) });
      return treatment.answer;
    case 'answer':
    default:
      return treatment.answer;
  }
}

function completed({ status, headers, body }: AwsAnswer, complete: (text: string) => string): AwsAnswer {
  if (status !== 200) return { status, headers, body };
  const text = Buffer.from(complete(body.toString('utf8')));
  return { status, headers: { ...headers, 'x-amz-crc32': String(crc32(text)) }, body: text };
}

export async function forwardTo(
  agent: Agent,
  origin: string,
  { method, path, headers, body }: AwsRequest,
): Promise<AwsAnswer> {
  const { 'transfer-encoding': _, expect: __, ...kept } = headers;
  const request = send(new URL(path, origin), { agent, method, headers: { ...kept, 'content-length': body.length } });
  request.end(body);
  const [answered]: IncomingMessage[] = await once(request, 'response');
  if (!answered) throw new Error('no answer');
  return { status: answered.statusCode ?? 502, headers: answered.headers, body: await buffer(answered) };
}
