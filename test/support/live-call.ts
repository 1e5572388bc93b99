import { handler as worker } from '#functions/queue/continue-conversation.ts';
import { handler as message } from '#functions/socket/message.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Call } from '#shared/calls/call.ts';
import { voiceSessions } from '#shared/carrier-container.ts';
import type { ConversationStore } from '#shared/conversations/conversation.ts';
import type { LanguageModel } from '#shared/conversations/language-model.ts';
import { toTurns } from '#shared/conversations/transcript.ts';
import { createMemoryDeadLetters, socketEvent, sqsEvent } from '#test/support/events.ts';
import { createMemoryConversationStore } from '#test/support/memory/conversations.ts';
import { createMemoryModels } from '#test/support/memory/models.ts';
import { createMemoryConversationSocket, createMemoryLanguageModel } from '#test/support/memory/platform.ts';
import { carrierCallId, storeCall } from '#test/support/stored-call.ts';
import { toolsOn } from '#test/support/tools.ts';

export const GOOD_TOKEN = 'good-token';
const connectionId = 'connection-1';

interface LiveCallParts {
  call?: Partial<Call>;
  assistant?: Partial<Assistant>;
  model?: LanguageModel;
  /** The list of tools; the built-in ones by default. */
  tools?: Parameters<typeof toolsOn>[1];
  conversations?: ConversationStore;
  timeScale?: number;
  /** Leave the first frame to the test. */
  isUnopened?: boolean;
}

/** An answered call whose conversation is open, on memory twins: frames go in as the carrier sends them. */
export async function holdCall(parts: LiveCallParts = {}) {
  const stored = await storeCall(
    { status: 'in-progress', carrierCallId, answeredAt: Date.UTC(2026, 5, 30, 11, 53, 30), ...parts.call },
    parts.assistant,
    parts.timeScale,
  );
  const { clock, key } = stored;
  const model = parts.model ?? createMemoryLanguageModel();
  const socket = createMemoryConversationSocket();
  const conversations = parts.conversations ?? createMemoryConversationStore();
  const durations: Array<{ name: string; milliseconds: number }> = [];
  const deps = {
    ...stored,
    model,
    models: createMemoryModels(),
    ...(parts.tools && { tools: toolsOn(stored, parts.tools) }),
    socket,
    conversations,
    voiceSessions: voiceSessions(),
    metrics: {
      ...stored.metrics,
      duration: (name: string, milliseconds: number) => void durations.push({ name, milliseconds }),
    },
    connectionOfToken: async (token: string) =>
      token.startsWith(GOOD_TOKEN) ? Number(token.split('.')[1] ?? 0) : undefined,
    pause: async (milliseconds: number) => clock.move(milliseconds),
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
