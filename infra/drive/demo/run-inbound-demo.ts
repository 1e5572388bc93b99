import { callIn, type CallView } from '#infra/drive/call-in/call-in.ts';
import { demoReceptionist } from '#infra/drive/demo/demo-assistants.ts';
import type { Screen } from '#infra/drive/demo/screen.ts';
import { followCall, printReport, waitForWebhook } from '#infra/drive/demo/show-call.ts';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import { type CallRow, createDemoApi } from '#infra/local/rehearsal/demo-api.ts';

const CUSTOMER = '+12025550100';

/** A customer calls in, from start to finish. Returns what is missing; empty when all went well. */
export async function runInboundDemo(stack: LocalStack, screen: Screen): Promise<string[]> {
  const { print } = screen;
  const { address } = stack;
  const [user] = address.users;
  const [number] = user?.phone_numbers ?? [];
  if (!user || !number) throw new Error('the stack has no user with a number');
  const api = createDemoApi(address.base_url, user.token);
  const assistantId = await api.createAssistant(demoReceptionist(number.id, `${address.webhook_sink_url}/demo`));
  await api.enableInboundWebhook(assistantId, `${address.webhook_sink_url}/inbound`);
  print(`POST /user/assistant, then ${CUSTOMER} calls ${number.phone_number}`);

  const request = { simulatorUrl: address.simulator_url, to: number.phone_number, from: CUSTOMER };
  const find = () => api.findInboundCall(assistantId);
  // A call rings before it has a record. From then on the statuses are those of the record.
  let hasRung = false;
  const lines = (line: string) => {
    const rings = line.endsWith(' ringing');
    hasRung ||= rings;
    if (rings || line.startsWith('  ')) print(line);
  };
  const [{ seen, call }, heard] = await Promise.all([followCall(find, print), callIn(request, lines)]);

  const webhooks = await Promise.all([
    waitForWebhook(stack, call.id, 'call.completed'),
    waitForWebhook(stack, call.id, 'inbound_call.completed'),
  ]);
  const settled = (await find()) ?? call;
  printReport(settled, webhooks, screen);
  const verified = webhooks.filter((webhook) => webhook?.verified === true).map((webhook) => webhook?.path ?? '');
  return missingParts({ hasRung, seen, call: settled, heard, verified });
}

interface Outcome {
  hasRung: boolean;
  seen: string[];
  call: CallRow;
  heard: CallView;
  /** The paths that webhooks with a good signature came to. */
  verified: string[];
}

function missingParts({ hasRung, seen, call, heard, verified }: Outcome): string[] {
  const who = heard.dialogue.map((line) => line.who);
  const checks: Array<[boolean, string]> = [
    [hasRung, 'the status ringing'],
    [seen.includes('in-progress') && seen.includes('ended'), 'the statuses in-progress and ended'],
    [call.type === 'inbound' && call.client_phone_number === CUSTOMER, 'an inbound call of the customer'],
    [call.status.startsWith('ended_by_') || call.status === 'completed', 'a status that says who ended the call'],
    [who.includes('customer') && who.includes('assistant'), 'a conversation of two'],
    [call.transcript.includes('Assistant: ') && call.transcript.includes('Customer: '), 'a transcript of two'],
    [call.total_cost > call.carrier_cost && call.carrier_cost > 0, 'a cost'],
    [Object.keys(call.evaluation).length === 2, 'an evaluation'],
    [verified.includes('/demo'), 'a webhook of the finished call with a verified signature'],
    [verified.includes('/inbound'), 'a webhook of the inbound call with a verified signature'],
  ];
  return checks.flatMap(([holds, part]) => (holds ? [] : [part]));
}
