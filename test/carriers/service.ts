import { handler as checkCall } from '#functions/queue/check-call.ts';
import { handler as dialCalls } from '#functions/queue/dial-calls.ts';
import { handler as connect } from '#functions/socket/connect.ts';
import { handler as disconnect } from '#functions/socket/disconnect.ts';
import { handler as message } from '#functions/socket/message.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { AnswerCallDeps } from '#shared/call-life/receive-call.ts';
import { readConnectionToken } from '#shared/calls/call-token.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import type { IdentifyCarrierCallDeps } from '#shared/calls/track-call.ts';
import type { RecordConversationEndDeps } from '#shared/conversations/close-conversation.ts';
import { toTurns } from '#shared/conversations/transcript.ts';
import type { Socket } from '#shared/platform/socket/socket.ts';
import type { ReceiveMessageDeps } from '#shared/sms/receive-sms.ts';
import type { ApplyMessageProgressDeps } from '#shared/sms/track-sms.ts';
import type { CarrierUnderTest } from '#test/carriers/carrier-under-test.ts';
import { voiceSessions } from '#test/carriers/paper/paper-container.ts';
import { createMemoryDeadLetters, socketEvent, sqsEvent } from '#test/support/events.ts';
import { storeCall } from '#test/support/in-memory/calls.ts';
import { createMemoryDialQueue, type MemoryLine } from '#test/support/memory/dial-queue.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';
import { endCallSetting, toolCall } from '#test/support/tools.ts';

/** What the functions of a carrier about calls, texts and received texts get, on memory twins. */
export type CallDeps = AnswerCallDeps & IdentifyCarrierCallDeps & RecordConversationEndDeps;
export type TextDeps = ApplyMessageProgressDeps;
export type ReceiveDeps = ReceiveMessageDeps;

export const PUBLIC_URL = 'https://api.example.com';
export const SOCKET_URL = 'wss://voice.example.com/prod';
export const TOKEN_KEY = 'token key of the service';

/** The connection as API Gateway names it, whatever the carrier. */
const CONNECTION = 'L0SM9cOFvHcCIhw=';

/** A call that waits in the account of a carrier, and the functions of the service that do not know which one it is. */
export async function createService(
  under: (now: () => number) => CarrierUnderTest,
  call: Partial<Call> = {},
  assistant: Partial<Assistant> = {},
) {
  let now = () => 0;
  const carrierSide = under(() => now());
  const stored = await storeCall(
    { carrierAccount: carrierSide.account, ...call },
    { initialMessage: 'Hello, this is Mia.', tools: [endCallSetting()], ...assistant },
  );
  const { clock, key } = stored;
  now = clock.now;
  const wire: string[] = [];
  const socket: Socket = {
    async send(connectionId, body) {
      if (connectionId !== CONNECTION) return 'gone';
      wire.push(body);
      return 'sent';
    },
  };
  const sessions = voiceSessions();
  const { carrier, instructions, isConnectionSigned } = carrierSide;
  const deps = {
    ...stored,
    carrier,
    instructions,
    isConnectionSigned,
    voiceSessions: sessions,
    socket: sessions.over(socket),
    model: createMemoryLanguageModel([['We are open until six.'], ['Goodbye then.', toolCall('end_call')]]),
    refusalOf: async () => undefined,
    wait: async (milliseconds: number) => clock.move(milliseconds),
    connectionOfToken: async (token: string, call: CallKey, carrierCallId: string) =>
      readConnectionToken(token, TOKEN_KEY, { key: call, carrierCallId }),
  };
  const dialQueue = dialQueueOf(carrierSide.account, stored.calls.line);
  const id = () => carrierSide.company.calls[0]?.id ?? '';
  return {
    ...deps,
    carrierSide,
    company: carrierSide.company,
    id,
    dial: () => dialCalls.with({ ...deps, dialQueue }, createMemoryDeadLetters())(sqsEvent({ wokenBy: 'call' })),
    check: (waitedSeconds: number) =>
      checkCall.with(deps, createMemoryDeadLetters())(sqsEvent({ ...key, waitedSeconds })),
    connect: (sealed: Parameters<CarrierUnderTest['connectHeaders']>[0]) =>
      connect.with(deps)(socketEvent({ connectionId: CONNECTION, headers: carrierSide.connectHeaders(sealed) })),
    /** Something happens on the line, a second later. */
    happens: (event: Parameters<CarrierUnderTest['writeEvent']>[0]) => {
      clock.move(1000);
      const frame = carrierSide.writeEvent(event);
      return message.with(deps)(socketEvent({ connectionId: CONNECTION, frame, at: clock.now() }));
    },
    disconnect: () => disconnect.with(deps)(socketEvent({ connectionId: CONNECTION })),
    report: (report: Parameters<CarrierUnderTest['report']>[2]) => carrierSide.report(key, id(), report, deps),
    ask: () => carrierSide.ask(key, id(), deps),
    askAgain: (end: Parameters<CarrierUnderTest['askAgain']>[2]) => carrierSide.askAgain(key, id(), end, deps),
    /** What the company has to play, and what else it has been told. */
    frames: () => wire.map((body) => carrierSide.readFrame(body)),
    async transcript() {
      const connectionId = (await stored.now())?.connectionId ?? '';
      const conversation = await deps.conversations.read(connectionId);
      return conversation && toTurns(conversation).map(({ sender, text }) => `${sender}: ${text}`);
    },
  };
}

function dialQueueOf(account: string, line: MemoryLine) {
  const furtherAccounts = account === 'default' ? {} : { [account]: { callsPerSecond: 1000 } };
  return createMemoryDialQueue({ callsPerSecond: 1000, furtherAccounts }, line);
}
