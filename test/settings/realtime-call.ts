import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import { receiveRealtimeCall } from '#shared/realtime/receive-realtime-call.ts';
import { steerRealtime } from '#shared/realtime/steer-realtime.ts';
import type { OutsideTool } from '#shared/tools/outside-tool.ts';
import { assistantOf, type Request } from '#test/settings/wire.ts';
import { bridgeCall, REALTIME_CALL_ID as realtimeCallId } from '#test/support/in-memory/calls.ts';
import { outsideToolsOf } from '#test/support/memory/tool-uses.ts';

/** A call that the speech model has taken, with the assistant that a request makes. */
export async function holdRealtimeCall(request: Request, allowedSeconds = 600, outside: readonly OutsideTool[] = []) {
  const stored = await bridgeCall({ allowedSeconds, answeredBy: 'human' }, assistantOf('multimodal', request));
  const { key, clock, realtime } = stored;
  const deps = {
    ...stored,
    outsideTools: outsideToolsOf(outside),
    isBridgeToken: async () => true,
    toolsOf: async () => ({ url: 'https://api.example.com/tools', token: 't' }),
  };
  realtime.ring(realtimeCallId);
  await receiveRealtimeCall({ realtimeCallId, call: `${key.userId}.${key.callId}`, token: 't' }, deps);
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
