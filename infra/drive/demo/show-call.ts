import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import { terminalJson, terminalText } from '#clients/cli/src/terminal-text.ts';
import type { Screen } from '#infra/drive/demo/screen.ts';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import type { CallRow } from '#infra/local/rehearsal/demo-api.ts';
import type { ReceivedWebhook } from '#infra/local/webhook-sink/webhook-sink.ts';
import { wrapped } from '#infra/text/safe-text.ts';
import { callStatuses, isFinal, type CallStatus } from '#shared/calls/call-status.ts';

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
  { print, isVerbose }: Screen,
): void {
  const part = (name: string, text: string, whole = '') => {
    const label = `${name.padEnd(11)}  `;
    print(styleText('bold', label) + wrapped(terminalText(text), label).slice(label.length));
    if (isVerbose && whole !== '') print(whole);
  };
  print('');
  part('Record', recordLine(call), indent(terminalJson(call)));
  if (call.model) part('Model', modelLine(call.model));
  part('Evaluation', evaluationLine(call));
  part('Cost', costLine(call));
  for (const webhook of webhooks) {
    if (webhook) part('Webhook', webhookLine(webhook), wholeWebhook(webhook));
    else part('Webhook', 'none came');
  }
}

function recordLine({ id, type, status, duration, answered_by }: CallRow): string {
  return `${id}, ${type}, answered by ${answered_by}, ${duration} s, ${status}`;
}

function modelLine({ name, simulated }: NonNullable<CallRow['model']>): string {
  return simulated ? `${name}, which stands in for a language model` : name;
}

function evaluationLine({ evaluation: { summary, ...values } }: CallRow): string {
  const found = Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `${found.join(', ')}. ${String(summary)}`;
}

function costLine({ total_cost, carrier_cost, duration }: CallRow): string {
  const minutes = Math.max(1, Math.ceil(duration / 60));
  const assistant = `assistant ${(total_cost - carrier_cost).toFixed(4)} (${duration} s, at least 30)`;
  return `${total_cost.toFixed(4)} = ${assistant} + carrier ${carrier_cost.toFixed(4)} (${minutes} min)`;
}

function webhookLine({ headers, body, verified }: ReceivedWebhook): string {
  const names = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  return `${headers['webhook-id'] ?? '—'}, ${names.length} fields, signature ${verified ? '' : 'NOT '}verified`;
}

function wholeWebhook({ headers, body }: ReceivedWebhook): string {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const signed = names.map((name) => `  ${name}: ${headers[name] ?? '—'}`);
  return [...signed, indent(terminalJson(body))].join('\n');
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
