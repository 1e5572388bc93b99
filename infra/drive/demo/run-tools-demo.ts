import { styleText } from 'node:util';
import { terminalText } from '#clients/cli/src/terminal-text.ts';
import { type CallEvent, followCalls } from '#infra/drive/call-in/follow-calls.ts';
import { demoToolUser } from '#infra/drive/demo/demo-assistants.ts';
import { calendarTools, type CalendarRequest, startCalendar } from '#infra/drive/demo/demo-calendar.ts';
import { dialogueLine, type Screen } from '#infra/drive/demo/screen.ts';
import { followCall, printReport, waitForWebhook } from '#infra/drive/demo/show-call.ts';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import { createDemoApi, type DemoApi } from '#infra/local/rehearsal/demo-api.ts';

const CUSTOMER = '+12025552000';
const SCRIPT = [
  { say: 'Is an appointment free on Tuesday?' },
  // To the words for the slow calendar.
  { listen: true },
  { say: 'Please book the visit on Tuesday at ten.' },
  { say: 'Great, thank you. Goodbye.' },
];

/** A customer books through a calendar that is slow once and fails once. Returns what is missing; empty when all went well. */
export async function runToolsDemo(stack: LocalStack, screen: Screen): Promise<string[]> {
  const { address } = stack;
  const [user] = address.users;
  if (!user) throw new Error('the stack has no user');
  const requests: CalendarRequest[] = [];
  const calendar = await startCalendar((request) => {
    requests.push(request);
    screen.print(requestLine(request));
  });
  const listening = new AbortController();
  try {
    const api = createDemoApi(address.base_url, user.token);
    const { ended } = await followCalls(address.simulator_url, (event) => printWords(event, screen), listening.signal);
    await putCustomerOnLine(address.simulator_url);
    const toolIds = await createTools(calendar.endpointOf, api);
    const assistantId = await api.createAssistant(demoToolUser(toolIds, `${address.webhook_sink_url}/demo`));
    screen.print(`POST /user/tools twice, POST /user/assistant, then POST /user/make_call to ${CUSTOMER}`);
    const { callId, status } = await api.makeCall({ phone_number: CUSTOMER, assistant_id: assistantId });
    const { call } = await followCall(() => api.findCall(callId), screen.print, [status]);
    const webhook = await waitForWebhook(stack, callId);
    listening.abort();
    await ended;
    printReport((await api.findCall(callId)) ?? call, [webhook], screen);
    const calls = await api.toolCallsOf(callId);
    for (const line of calls.map(callLine)) screen.print(line);
    return missingParts({ calls, requests, transcript: call.transcript, isVerified: webhook?.verified === true });
  } finally {
    listening.abort();
    await calendar.stop();
  }
}

async function createTools(endpointOf: (name: string) => string, api: DemoApi): Promise<number[]> {
  const toolIds: number[] = [];
  for (const { mocks: _, ...tool } of calendarTools) {
    toolIds.push(await api.createTool({ ...tool, endpoint: endpointOf(tool.name) }));
  }
  return toolIds;
}

async function putCustomerOnLine(simulatorUrl: string): Promise<void> {
  const response = await fetch(`${simulatorUrl}/_simulator/behaviours`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number: CUSTOMER, script: SCRIPT }),
  });
  if (!response.ok) throw new Error(`the simulated carrier answered ${response.status}`);
}

function printWords(event: CallEvent, { print }: Screen): void {
  if (event.type === 'dialogue') print(dialogueLine(event.data.who, terminalText(event.data.text)));
}

function requestLine({ name, args, status, seconds, key }: CalendarRequest): string {
  const late = seconds === 0 ? '' : ` after ${seconds} s`;
  const label = styleText('yellow', '  Calendar   ');
  return `${label}${name} ${JSON.stringify(args)} is answered with ${status}${late}, key …${key?.slice(-12) ?? ''}`;
}

type ToolCalls = Awaited<ReturnType<DemoApi['toolCallsOf']>>;

function callLine({ name, arguments: args, status, duration_ms: duration }: ToolCalls[number]): string {
  return `${styleText('bold', 'Tool'.padEnd(11))}  ${name} ${JSON.stringify(args)}: ${status}, ${duration ?? '–'} ms`;
}

interface Outcome {
  calls: ToolCalls;
  requests: readonly CalendarRequest[];
  transcript: string;
  isVerified: boolean;
}

function missingParts({ calls, requests, transcript, isVerified }: Outcome): string[] {
  const bookings = requests.filter(({ name }) => name === 'book_visit');
  const checks: Array<[boolean, string]> = [
    [
      calls.map(({ name, status }) => `${name} ${status}`).join() === 'find_slots done,book_visit done',
      'two calls of tools',
    ],
    [requests.length - bookings.length === 1, 'one look into the calendar'],
    [bookings.length === 2 && bookings[0]?.key === bookings[1]?.key, 'a booking that was sent again with its key'],
    [transcript.includes('One moment, I am looking'), 'the words for a slow calendar'],
    [transcript.includes('half past two') && transcript.includes('It is booked'), 'what the calendar answered'],
    [isVerified, 'a webhook with a verified signature'],
  ];
  return checks.flatMap(([holds, part]) => (holds ? [] : [part]));
}
