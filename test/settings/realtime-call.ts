import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import { receiveRealtimeCall } from '#shared/realtime/receive-realtime-call.ts';
import { steerRealtime } from '#shared/realtime/steer-realtime.ts';
import { assistantOf, type Request } from '#test/settings/wire.ts';
import { carrierCallId, storeCall } from '#test/support/in-memory/calls.ts';
import { createMemoryVoiceStore } from '#test/support/memory/accounts.ts';
import { createMemoryRealtimeCalls } from '#test/support/memory/carrier.ts';
import { createMemoryConversationStore } from '#test/support/memory/conversations.ts';
import { createMemoryModels } from '#test/support/memory/models.ts';

const realtimeCallId = 'rtc_1';

/** A call that the speech model has taken, with the assistant that a request makes. */
export async function holdRealtimeCall(request: Request, allowedSeconds = 600) {
  const call = {
    mode: 'multimodal',
    status: 'in-progress',
    carrierCallId,
    allowedSeconds,
    answeredBy: 'human',
  } as const;
  const stored = await storeCall(call, assistantOf('multimodal', request));
  const { key, clock } = stored;
  const realtime = createMemoryRealtimeCalls();
  const deps = {
    ...stored,
    realtime,
    conversations: createMemoryConversationStore(),
    voices: createMemoryVoiceStore(),
    modelList: createMemoryModels().list,
    isBridgeToken: async () => true,
    toolsOf: async () => ({ url: 'https://api.example.com/tools', token: 't' }),
  };
  realtime.ring(realtimeCallId);
  const name = `${key.userId}.${key.callId}`;
  await receiveRealtimeCall({ realtimeCallId, call: name, token: 't' }, deps);
  const steer = (act: QueueMessage<'steer-realtime'>['act'], more: object = {}) =>
    steerRealtime({ ...key, realtimeCallId, act, silentSeconds: 0, ...more }, deps);
  return {
    ...deps,
    openedAt: clock.now(),
    steer,
    said: () => realtime.calls.get(realtimeCallId)?.said ?? [],
    timers: () =>
      stored.timer.timers.map(({ dueAt, message }) => ({ after: (dueAt - clock.now()) / 1000, ...message })),
    queued: (queue: string) => stored.queue.sent.filter((one) => one.queue === queue).map(({ message }) => message),
  };
}
