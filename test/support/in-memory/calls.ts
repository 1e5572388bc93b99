import { handler as worker } from '#functions/queue/continue-conversation.ts';
import { handler as toolWorker } from '#functions/queue/run-tool.ts';
import { handler as message } from '#functions/socket/message.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Call } from '#shared/calls/call.ts';
import { voiceSessions } from '#shared/carrier-container.ts';
import type { ConversationStore } from '#shared/conversations/conversation.ts';
import type { LanguageModel } from '#shared/conversations/language-model.ts';
import type { ConversationScript } from '#shared/conversations/script.ts';
import { toTurns } from '#shared/conversations/transcript.ts';
import type { OutsideTool } from '#shared/tools/outside-tool.ts';
import { buildAssistant, buildCall, buildScript, buildState } from '#test/support/builders.ts';
import { createMemoryDeadLetters, socketEvent, sqsEvent } from '#test/support/events.ts';
import { memoryService } from '#test/support/in-memory/service.ts';
import { createMemoryConversationSocket, createMemoryLanguageModel } from '#test/support/memory/platform.ts';
import { outsideToolsOf } from '#test/support/memory/tool-uses.ts';
import { toolsOn } from '#test/support/tools.ts';

export const carrierCallId = `CA${'1'.padStart(32, '0')}`;

/** One stored call with its money held, and everything that moves it. */
export async function storeCall(call: Partial<Call> = {}, assistant: Partial<Assistant> = {}, timeScale = 1) {
  const stored = buildCall(call);
  const service = memoryService({ userId: stored.userId, timeScale });
  const key = { userId: stored.userId, callId: stored.id };
  const entry = { ...key, carrierAccount: stored.carrierAccount, priority: 'interactive', fairnessRound: 0 } as const;
  const isWaiting = stored.status === 'initiated' && stored.claimedAt === null && stored.type === 'outbound';
  const configuration = { assistant: buildAssistant(assistant), variables: {} };
  await service.calls.createWithHold(stored, configuration, isWaiting ? entry : undefined);
  return { ...service, key, entry, now: async () => service.calls.get(key) };
}

/** What the carrier asks when the connection to the service is lost: the customer is still on the line. */
export const lostConnection = {
  carrierCallId,
  outcome: 'failed',
  isLost: false,
  errorCode: '64105',
  sessionId: 'VX1',
  isCallUp: true,
} as const;

export const REALTIME_CALL_ID = 'rtc_1';

const speech = { mode: 'multimodal', llmModelId: null, multimodalModelId: 101, voiceId: 101 } as const;
const endCall = { type: 'end_call' as const, data: { description: 'After the goodbye.' } };

/** A multimodal call that was answered. */
export const bridgeCall = (call: Partial<Call> = {}, assistant: Partial<Assistant> = {}) =>
  storeCall(
    { mode: 'multimodal', status: 'in-progress', carrierCallId, ...call },
    { ...speech, tools: [endCall], ...assistant },
  );

/** The same when the model has taken it. */
export async function holdRealtimeCall(
  assistant: Partial<Assistant> = {},
  call: Partial<Call> = {},
  script: Partial<ConversationScript> = {},
) {
  const scene = await bridgeCall({ realtimeCallId: REALTIME_CALL_ID, connectionId: carrierCallId, ...call }, assistant);
  const openedAt = scene.clock.now();
  const { reengagementInterval = 30, maxSilenceDuration = 40 } = assistant;
  const words = buildScript({ greeting: null, reengagementInterval, maxSilenceDuration, ...script });
  const state = buildState({ connectionId: carrierCallId, call: scene.key, openedAt, silentSince: openedAt });
  await scene.conversations.open(state, words);
  scene.realtime.ring(REALTIME_CALL_ID);
  const model = scene.realtime.calls.get(REALTIME_CALL_ID)!;
  Object.assign(model, { status: 'live', isMuted: true });
  return { ...scene, openedAt, model };
}

export const GOOD_TOKEN = 'good-token';
const connectionId = 'connection-1';

interface LiveCallParts {
  call?: Partial<Call>;
  assistant?: Partial<Assistant>;
  model?: LanguageModel;
  /** The list of tools; the built-in ones by default. */
  tools?: Parameters<typeof toolsOn>[1];
  /** The tools of the user, of which the assistant has all. */
  outside?: readonly OutsideTool[];
  conversations?: ConversationStore;
  timeScale?: number;
  /** Leave the first frame to the test. */
  isUnopened?: boolean;
}

/** An answered call whose conversation is open: frames go in as the carrier sends them. */
export async function holdCall(parts: LiveCallParts = {}) {
  const { outside = [] } = parts;
  const stored = await storeCall(
    { status: 'in-progress', carrierCallId, answeredAt: Date.UTC(2026, 5, 30, 11, 53, 30), ...parts.call },
    // Most tests speak at once, and not about the greeting.
    { greetingInterruptible: true, toolIds: outside.map(({ id }) => id), ...parts.assistant },
    parts.timeScale,
  );
  const { clock, key } = stored;
  const conversations = parts.conversations ?? stored.conversations;
  const socket = createMemoryConversationSocket();
  const durations: Array<{ name: string; milliseconds: number }> = [];
  const deps = {
    ...stored,
    model: parts.model ?? createMemoryLanguageModel(),
    ...(parts.tools && { tools: toolsOn(stored, parts.tools) }),
    outsideTools: outsideToolsOf(outside),
    socket,
    conversations,
    voiceSessions: voiceSessions(),
    metrics: {
      ...stored.metrics,
      duration: (name: string, milliseconds: number) => void durations.push({ name, milliseconds }),
    },
    connectionOfToken: async (token: string) =>
      token.startsWith(GOOD_TOKEN) ? Number(token.split('.')[1] ?? 0) : undefined,
  };
  const live = {
    ...deps,
    durations,
    connectionId,
    /** Sends a carrier frame, `after` milliseconds after the previous one. */
    receive: (
      frame: unknown,
      after = 1000,
      connection = connectionId,
      own: Parameters<typeof message.with>[0] = deps,
    ) => {
      clock.move(after);
      return message.with(own)(socketEvent({ connectionId: connection, frame, at: clock.now() }));
    },
    setup: (token = GOOD_TOKEN, call = `${key.userId}.${key.callId}`, connection = connectionId) =>
      live.receive({ type: 'setup', callSid: carrierCallId, customParameters: { call, token } }, 1000, connection),
    say: (voicePrompt: string, after = 1000) => live.receive({ type: 'prompt', voicePrompt, last: true }, after),
    interrupt: (utteranceUntilInterrupt: string) => live.receive({ type: 'interrupt', utteranceUntilInterrupt }),
    voice: (value: 'on' | 'off') => live.receive({ type: 'info', name: 'agentSpeaking', value }),
    /** Lets the timer that was set last but `back` run out. */
    ring: async (back = 0) => {
      const set = live.timer.timers.filter((one) => one.queue === 'continue-conversation').at(-1 - back);
      if (!set) throw new Error('no timer was set');
      clock.move(Math.max(0, set.dueAt - clock.now()));
      return worker.with(deps, createMemoryDeadLetters())(sqsEvent(set.message));
    },
    /** Delivers the messages of the tool worker that are due, and returns how many there were. */
    runToolMessages: async (act?: 'run' | 'settle') => {
      const due = live.timer.timers.filter(
        ({ queue, message: { ...one } }) => queue === 'run-tool' && (!act || ('act' in one && one.act === act)),
      );
      for (const { dueAt, message: sent } of due) {
        clock.move(Math.max(0, dueAt - clock.now()));
        await toolWorker.with(deps, createMemoryDeadLetters())(sqsEvent(sent));
      }
      return due.length;
    },
    frames: () => socket.frames.map(({ frame }) => frame),
    tokens: () => live.frames().map((frame) => (frame.kind === 'speech' ? frame.text : `<${frame.kind}>`)),
    transcript: async (time: Parameters<typeof toTurns>[1] = {}) => {
      const conversation = await conversations.read(connectionId);
      return conversation ? toTurns(conversation, time).map((turn) => `${turn.sender}: ${turn.text}`) : [];
    },
  };
  if (!parts.isUnopened) await live.setup();
  return live;
}
