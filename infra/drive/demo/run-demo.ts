import { terminalText } from '#clients/cli/src/terminal-text.ts';
import { type CallEvent, followCalls } from '#infra/drive/call-in/follow-calls.ts';
import { demoAssistant } from '#infra/drive/demo/demo-assistants.ts';
import { dialogueLine, type Screen } from '#infra/drive/demo/screen.ts';
import { followCall, printReport, waitForWebhook } from '#infra/drive/demo/show-call.ts';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import { type CallRow, createDemoApi } from '#infra/local/rehearsal/demo-api.ts';

const CUSTOMER = '+12025550100';

/** Makes one call and prints it as it happens. Returns what is missing; empty when all went well. */
export async function runDemo(
  stack: LocalStack,
  screen: Screen,
  assistantFor: (webhookUrl: string) => Record<string, unknown> = demoAssistant,
): Promise<string[]> {
  const { address } = stack;
  const [user] = address.users;
  if (!user) throw new Error('the stack has no user');
  const api = createDemoApi(address.base_url, user.token);
  const listening = new AbortController();
  const dialogue: string[] = [];
  const onEvent = (event: CallEvent) => {
    if (event.type !== 'dialogue') return;
    const { who, text } = event.data;
    dialogue.push(who);
    screen.print(dialogueLine(who, terminalText(text)));
  };
  const { ended } = await followCalls(address.simulator_url, onEvent, listening.signal);

  const assistantId = await api.createAssistant(assistantFor(`${address.webhook_sink_url}/demo`));
  screen.print(`POST /user/assistant, then POST /user/make_call to ${CUSTOMER}`);
  const { callId, status } = await api.makeCall({
    phone_number: CUSTOMER,
    assistant_id: assistantId,
    variables: { family_name: 'Morgan' },
  });
  const { seen, call } = await followCall(() => api.findCall(callId), screen.print, [status]);
  const webhook = await waitForWebhook(stack, callId);
  listening.abort();
  await ended;
  const settled = (await api.findCall(callId)) ?? call;
  printReport(settled, [webhook], screen);
  return missingParts({ seen, call: settled, dialogue, isVerified: webhook?.verified === true });
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
