import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import { DemoApi, type CallRow } from '#infra/local/demo/demo-api.ts';
import { demoAssistant } from '#infra/local/demo/demo-assistant.ts';
import { followDialogue } from '#infra/local/demo/follow-dialogue.ts';
import { printReport } from '#infra/local/demo/print-report.ts';
import type { LocalStack } from '#infra/local/local-stack.ts';
import { isFinal, callStatuses, type CallStatus } from '#shared/domain/call/call-status.ts';

const POLL_MS = 25;
const PATIENCE_MS = 45_000;
const CUSTOMER = '+12025550100';

/** Makes one call from start to finish and tells it as it happens. Gives what is missing; nothing missing = all went well. */
export async function runDemo(stack: LocalStack, print: (line: string) => void): Promise<string[]> {
  const { address } = stack;
  const [user] = address.users;
  if (!user) throw new Error('the stack has no user');
  const api = new DemoApi(address.base_url, user.token);
  const listening = new AbortController();
  const dialogue: string[] = [];
  const following = followDialogue(
    address.simulator_url,
    ({ who, text }) => {
      dialogue.push(who);
      print(`  ${who === 'customer' ? styleText('cyan', 'Customer ') : styleText('magenta', 'Assistant')}  ${text}`);
    },
    listening.signal,
  );

  const assistantId = await api.createAssistant(demoAssistant(`${address.webhook_sink_url}/demo`));
  print(`assistant ${assistantId} created over HTTP; calling ${CUSTOMER}`);
  const { callId, status } = await api.makeCall({
    phone_number: CUSTOMER,
    assistant_id: assistantId,
    variables: { customer_name: 'Grace' },
  });
  const { seen, call } = await watch(api, callId, status, print);
  const webhook = await waitForWebhook(stack, callId);
  listening.abort();
  await following;
  const settled = (await api.findCall(callId)) ?? call;
  printReport(settled, webhook, print);
  return missingParts({ seen, call: settled, dialogue, isVerified: webhook?.verified === true });
}

/** Prints every status when it is first seen, until the call is final. */
async function watch(api: DemoApi, callId: number, first: string, print: (line: string) => void) {
  const seen: string[] = [];
  const note = (status: string) => {
    if (seen.at(-1) === status) return;
    seen.push(status);
    print(`${styleText('bold', '●')} ${status}`);
  };
  note(first);
  const giveUpAt = Date.now() + PATIENCE_MS;
  let call: CallRow | undefined;
  while (Date.now() < giveUpAt) {
    call = await api.findCall(callId);
    if (call) note(call.status);
    if (call && isFinalText(call.status)) return { seen, call };
    await sleep(POLL_MS);
  }
  throw new Error(`the call was still «${seen.at(-1)}» after ${PATIENCE_MS / 1000} s`);
}

async function waitForWebhook(stack: LocalStack, callId: number) {
  const giveUpAt = Date.now() + 10_000;
  const isOurs = (body: unknown) => typeof body === 'object' && body !== null && 'id' in body && body.id === callId;
  while (Date.now() < giveUpAt) {
    const webhook = stack.sink.received().find(({ body }) => isOurs(body));
    if (webhook) return webhook;
    await sleep(POLL_MS);
  }
  return undefined;
}

interface Outcome {
  seen: string[];
  call: CallRow;
  dialogue: string[];
  isVerified: boolean;
}

function missingParts({ seen, call, dialogue, isVerified }: Outcome): string[] {
  const expected = ['initiated', 'ringing', 'in-progress', 'ended'];
  const checks: Array<[boolean, string]> = [
    ...expected.map((status): [boolean, string] => [seen.includes(status), `the status ${status}`]),
    [call.status.startsWith('ended_by_') || call.status === 'completed', 'a status that says who ended the call'],
    [dialogue.includes('customer') && dialogue.includes('assistant'), 'a conversation of two'],
    [call.transcript.includes('Assistant: ') && call.transcript.includes('Customer: '), 'a transcript of two'],
    [call.total_cost > call.carrier_cost && call.carrier_cost > 0, 'a cost'],
    [Object.keys(call.evaluation).length === 2, 'an evaluation'],
    [isVerified, 'a webhook with a verified signature'],
  ];
  return checks.flatMap(([holds, part]) => (holds ? [] : [part]));
}

function isFinalText(status: string): boolean {
  const known = callStatuses.find((one): one is CallStatus => one === status);
  return known !== undefined && isFinal(known);
}
