import type { RealtimeDeps } from '#shared/app/realtime-deps.ts';
import { calls } from '#shared/runtime/calls.ts';
import { clock } from '#shared/runtime/clock.ts';
import { conversations } from '#shared/runtime/conversations.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { queue } from '#shared/runtime/queue.ts';
import { timer } from '#shared/runtime/timer.ts';

export function realtimeDeps(): RealtimeDeps {
  return {
    calls: calls(),
    conversations: conversations(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    logger,
    metrics,
  };
}
