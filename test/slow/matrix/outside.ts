import type { CallKey } from '#shared/calls/call.ts';
import type { CallInstructions, Carrier } from '#shared/calls/carrier.ts';
import { voiceSessions } from '#shared/carrier-container.ts';
import type { ConversationSocket } from '#shared/conversations/voice-session.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { GuardedAnswer, GuardedRequest, GuardedTransport } from '#shared/platform/http/guarded-transport.ts';
import type { QueueMessage, QueueName } from '#shared/platform/queue/messages.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { MessageCarrier } from '#shared/sms/message-carrier.ts';
import type { IssuePass } from '#shared/web-calls/start-web-call.ts';
import { request } from '#test/slow/matrix/invocation.ts';
import { carrierEvent, sqsEvent } from '#test/support/events.ts';
import {
  createMemoryCarrier,
  createMemoryCarrierRecordings,
  createMemoryRealtimeCalls,
  createMemoryRecordingStore,
} from '#test/support/memory/carrier.ts';
import {
  createMemoryConversationSocket,
  createMemoryLanguageModel,
  createMemorySecrets,
} from '#test/support/memory/platform.ts';

interface OutsideParts {
  clock: Clock;
  push: (id: string, event: unknown, afterMs?: number) => void;
}

const hungUp = () => Promise.reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }));
export const CALL_SECONDS = 60;

/** Makes every method of a double a request that can fail. A lost answer is an exception. */
function asRequests<Double extends object>(name: string, double: Double, reads: readonly string[] = []): Double {
  return new Proxy(double, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function' || reads.includes(String(property))) return member;
      return (...parts: unknown[]) =>
        request(`${name}.${String(property)}`, async () => Reflect.apply(member, target, parts) as unknown, hungUp);
    },
  });
}

/** Everything that is not the table: queues, the carrier, the speech model, receivers. */
export function createOutside({ clock, push }: OutsideParts) {
  const line = createMemoryCarrier({ takesUnknown: true, now: clock.now });
  const posts: GuardedRequest[] = [];
  const recordings = createMemoryCarrierRecordings();
  const socket = createMemoryConversationSocket();
  const realtime = createMemoryRealtimeCalls();
  const copies = createMemoryRecordingStore(clock.now);
  const model = createMemoryLanguageModel([['Hello.']]);
  const state = { receiver: 200, hasCallbacks: true, doneAt: 0, postedAt: 0, posts: 0, queues: new Set<QueueName>() };

  const issued: CallKey[] = [];
  const issuePass: IssuePass = async (key) => {
    issued.push(key);
    return { accessToken: 'pass', expiresIn: 60, transport: 'twilio' };
  };

  const send = (queue: QueueName, message: QueueMessage<QueueName>, delaySeconds = 0) => {
    state.queues.add(queue);
    push(`queue/${queue}`, sqsEvent(message), delaySeconds * 1000);
  };
  const queue: Queue = {
    send: (name, message, { delaySeconds } = {}) => {
      const run = async () => send(name, message, delaySeconds);
      // The SDK sends it again, so that it is there twice.
      return request(`queue ${name}`, run, run);
    },
  };
  const carrier: Carrier & MessageCarrier = {
    ...asRequests('carrier', line, ['fetchCall', 'findCalls', 'findLegs', 'findOwner', 'findMessages']),
    dial: (dial) =>
      request(
        'carrier.dial',
        async () => {
          state.doneAt = clock.now();
          const outcome = await line.dial(dial);
          if (outcome.kind === 'accepted' && state.hasCallbacks) callBack(dial.key, outcome.carrierCallId);
          return outcome;
        },
        () => ({ kind: 'unknown', reason: 'no answer in time' }),
      ),
    sendMessage: (message) =>
      request(
        'carrier.sendMessage',
        () => {
          state.doneAt = clock.now();
          return line.sendMessage(message);
        },
        () => ({ kind: 'unknown', reason: 'no answer in time' }),
      ),
    fetchCall: async (id) => now(line.known.find(({ carrierCallId }) => carrierCallId === id)),
    findCalls: async (to, from) =>
      line.known.filter((call) => call.to === to && call.from === from).map((call) => now(call)!),
    findLegs: async () => [],
    async findOwner(id) {
      const call = line.known.find(({ carrierCallId }) => carrierCallId === id);
      return now(call)?.status === 'ended' ? call?.owner : undefined;
    },
  };

  /** A call talks for half a minute after it was answered, and is over after a minute. */
  function now<Known extends (typeof line.known)[number]>(call: Known | undefined): Known | undefined {
    const isOver = call !== undefined && clock.now() >= call.createdAt + CALL_SECONDS * 1000;
    return call && { ...call, status: isOver ? 'ended' : 'in-progress', durationSeconds: isOver ? 30 : 0 };
  }

  function callBack(key: { userId: number; callId: number }, CallSid: string) {
    push('carrier/twilio-call-answered', carrierEvent(key, 'answered', { CallSid }), 2_000);
    const form = { CallSid, CallStatus: 'completed', CallDuration: '30' };
    push('carrier/twilio-call-status', carrierEvent(key, 'status', form), CALL_SECONDS * 1000);
  }

  const transport: GuardedTransport = {
    post: (webhook) =>
      request(
        'receiver.post',
        async (): Promise<GuardedAnswer> => {
          state.posts += 1;
          state.postedAt ||= clock.now();
          if (state.receiver < 300) posts.push(webhook);
          return { kind: 'answered', status: state.receiver, body: '', retryAfterSeconds: null, durationMs: 10 };
        },
        (): GuardedAnswer => ({ kind: 'unreachable', problem: 'the connection was reset', durationMs: 10 }),
      ),
  };
  const frames: ConversationSocket = {
    send: (id, frame) =>
      request(
        'socket.send',
        () => socket.send(id, frame),
        (): 'sent' => 'sent',
      ),
  };
  const instructions: CallInstructions = {
    connectConversation: async () => '<Response/>',
    hangUp: () => '<Response><Hangup/></Response>',
    canSay: () => true,
    dialHuman: () => '<Response><Dial/></Response>',
    announceToHuman: () => '<Response><Gather/></Response>',
    bridge: () => '<Response/>',
    sayGoodbye: () => '<Response><Hangup/></Response>',
    reject: () => '<Response><Reject/></Response>',
  };
  return {
    line,
    issued,
    posts,
    socket,
    model,
    realtime,
    recordings,
    copies,
    state,
    queue,
    deadLettersOf: (name: QueueName) => ({
      moveToDlq: async () => undefined,
      requeue: async (message: QueueMessage<QueueName>, delaySeconds: number) =>
        request(
          `requeue ${name}`,
          async () => send(name, message, Math.ceil(delaySeconds)),
          async () => send(name, message, Math.ceil(delaySeconds)),
        ),
    }),
    deps: {
      queue,
      carrier: () => carrier,
      carrierRecordings: () => asRequests('recordings', recordings, ['find', 'open']),
      recordings: asRequests('copies', copies),
      realtime: asRequests('realtime', realtime),
      receivedMessages: () => ({ findDate: async () => clock.now() }),
      socket: frames,
      model,
      languageModel: model,
      transport,
      instructions,
      voiceSessions: voiceSessions(),
      secrets: createMemorySecrets({ 'webhook-signing-key': 'signing-key', 'tool-secret-key': 'tool-key' }),
      callingHours: { start: 0, end: 1440 },
      hasSpeechModel: true,
      waitingCallsPerUser: 100,
      recordingPolicy: { publicUrl: 'https://api.example.com', retentionDays: 30 },
      retentionDays: 30,
      removesAtCarrier: true,
      allowLoopback: false,
      random: () => 0.5,
      connectionOfToken: async (token: string) => Number(token.split('.')[1] ?? 0),
      issuePass,
      isWebToken: async () => true,
      isBridgeToken: async () => true,
      isToolsToken: async () => true,
      toolsOf: async () => ({ url: 'https://api.example.com/tools', token: 'secret' }),
    },
  };
}
