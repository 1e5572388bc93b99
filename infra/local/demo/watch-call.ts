import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import type { CallRow } from '#infra/local/demo/demo-api.ts';
import type { LocalStack } from '#infra/local/local-stack.ts';
import type { ReceivedWebhook } from '#infra/local/webhook-sink/webhook-sink.ts';
import { callStatuses, isFinal, type CallStatus } from '#shared/domain/call/call-status.ts';

const POLL_MS = 25;
const PATIENCE_MS = 180_000;
const WEBHOOK_PATIENCE_MS = 60_000;

/** Prints every status of a call when it is first seen, until the call is final. */
export async function watchCall(
  find: () => Promise<CallRow | undefined>,
  print: (line: string) => void,
  first: string[] = [],
): Promise<{ seen: string[]; call: CallRow }> {
  const seen: string[] = [];
  const note = (status: string) => {
    if (seen.at(-1) === status) return;
    seen.push(status);
    print(`${styleText('bold', '●')} ${status}`);
  };
  for (const status of first) note(status);
  const giveUpAt = Date.now() + PATIENCE_MS;
  while (Date.now() < giveUpAt) {
    const call = await find();
    if (call) note(call.status);
    if (call && isFinalText(call.status)) return { seen, call };
    await sleep(POLL_MS);
  }
  throw new Error(`the call was still «${seen.at(-1) ?? 'not there'}» after ${PATIENCE_MS / 1000} s`);
}

/** The webhook of an event of a call, when it has come. */
export async function waitForWebhook(
  { sink }: LocalStack,
  callId: number,
  event = 'call.completed',
): Promise<ReceivedWebhook | undefined> {
  const giveUpAt = Date.now() + WEBHOOK_PATIENCE_MS;
  const isOurs = (body: unknown) =>
    typeof body === 'object' &&
    body !== null &&
    'id' in body &&
    body.id === callId &&
    'event' in body &&
    body.event === event;
  while (Date.now() < giveUpAt) {
    const webhook = sink.received().find(({ body }) => isOurs(body));
    if (webhook) return webhook;
    await sleep(POLL_MS);
  }
  return undefined;
}

function isFinalText(status: string): boolean {
  const known = callStatuses.find((one): one is CallStatus => one === status);
  return known !== undefined && isFinal(known);
}
