import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import type { CallRow } from '#infra/local/demo/demo-api.ts';
import type { LocalStack } from '#infra/local/local-stack.ts';
import type { ReceivedWebhook } from '#infra/local/webhook-sink/webhook-sink.ts';
import { terminalJson } from '#infra/safe-text.ts';
import { callStatuses, isFinal, type CallStatus } from '#shared/calls/call.ts';

const POLL_MS = 25;
const PATIENCE_MS = 180_000;
const WEBHOOK_PATIENCE_MS = 60_000;

/** Prints each new status of a call until the call is final. */
export async function followCall(
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

/** Waits for the webhook of an event of a call. */
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

/** Prints the record, the costs and the webhooks. Undefined is a webhook that did not arrive. */
export function printReport(
  call: CallRow,
  webhooks: Array<ReceivedWebhook | undefined>,
  print: (line: string) => void,
): void {
  const title = (text: string) => print(`\n${styleText('bold', text)}`);
  title('Record (GET /user/calls)');
  print(indent(terminalJson(call)));

  title('Cost');
  const aiCost = call.total_cost - call.carrier_cost;
  print(`  assistant ${aiCost.toFixed(6)}  (${call.duration} s, at least 30)`);
  print(`  carrier   ${call.carrier_cost.toFixed(6)}  (${Math.max(1, Math.ceil(call.duration / 60))} started minute)`);
  print(`  total     ${call.total_cost.toFixed(6)}`);

  for (const webhook of webhooks) {
    title('Webhook (signed as Standard Webhooks)');
    printWebhook(webhook, print);
  }
}

function printWebhook(webhook: ReceivedWebhook | undefined, print: (line: string) => void): void {
  if (!webhook) {
    print('  none came');
    return;
  }
  for (const header of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    print(`  ${header}: ${webhook.headers[header] ?? '—'}`);
  }
  print(`  signature ${webhook.verified ? styleText('green', 'verified') : styleText('red', 'NOT verified')}`);
  print(indent(terminalJson(webhook.body)));
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
