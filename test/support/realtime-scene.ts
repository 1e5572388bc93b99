import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Call } from '#shared/calls/call.ts';
import type { ConversationScript } from '#shared/conversations/script.ts';
import { buildScript, buildState } from '#test/support/builders.ts';
import { createMemoryVoiceStore } from '#test/support/memory/accounts.ts';
import { createMemoryRealtimeCalls } from '#test/support/memory/carrier.ts';
import { createMemoryConversationStore } from '#test/support/memory/conversations.ts';
import { createMemoryModels } from '#test/support/memory/models.ts';
import { carrierCallId, storeCall } from '#test/support/stored-call.ts';

export const REALTIME_CALL_ID = 'rtc_1';

const speech = { mode: 'multimodal', llmModelId: null, multimodalModelId: 101, voiceId: 101 } as const;
const endCall = { type: 'end_call' as const, data: { description: 'After the goodbye.' } };

/** A multimodal call that was answered, and everything that moves it. */
export async function bridgeCall(call: Partial<Call> = {}, assistant: Partial<Assistant> = {}) {
  const head = { mode: 'multimodal', status: 'in-progress', carrierCallId, ...call } as const;
  const stored = await storeCall(head, { ...speech, tools: [endCall], ...assistant });
  return {
    ...stored,
    conversations: createMemoryConversationStore(),
    realtime: createMemoryRealtimeCalls(),
    voices: createMemoryVoiceStore(),
    modelList: createMemoryModels().list,
  };
}

/** The same when the model has taken it. */
export async function holdRealtimeCall(
  assistant: Partial<Assistant> = {},
  call: Partial<Call> = {},
  script: Partial<ConversationScript> = {},
) {
  const bound = { realtimeCallId: REALTIME_CALL_ID, connectionId: carrierCallId, ...call };
  const scene = await bridgeCall(bound, assistant);
  const openedAt = scene.clock.now();
  const { reengagementInterval = 30, maxSilenceDuration = 40 } = assistant;
  const words = buildScript({ greeting: null, reengagementInterval, maxSilenceDuration, ...script });
  const state = buildState({ connectionId: carrierCallId, call: scene.key, openedAt, silentSince: openedAt });
  await scene.conversations.open(state, words);
  const { realtime } = scene;
  realtime.ring(REALTIME_CALL_ID);
  const at = realtime.calls.get(REALTIME_CALL_ID)!;
  at.status = 'live';
  at.isMuted = true;
  return { ...scene, openedAt, model: at };
}
