import * as v from 'valibot';
import { bridgeStatuses, recordBridgeEnd, type RecordBridgeEndDeps } from '#shared/realtime/realtime-events.ts';
import { defineCarrierCallback } from '#shared/integrations/twilio/carrier-callback.ts';
import type { CallInstructions } from '#shared/calls/carrier.ts';
import { callInstructions, calls, conversations, queue, timer } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';

/** The line to the speech model is closed; the carrier asks what comes next, which is to hang up. */
export const handler = defineCarrierCallback({
  id: 'carrier/twilio-bridge-ended',
  form: v.object({ CallSid: v.string(), CallStatus: v.string(), DialCallStatus: v.picklist(bridgeStatuses) }),
  deps: (): RecordBridgeEndDeps & { instructions: CallInstructions } => ({
    calls: calls(),
    conversations: conversations(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    instructions: callInstructions(),
    logger,
    metrics,
  }),
  handle: async ({ key, form }, deps) => {
    const { CallSid, CallStatus, DialCallStatus } = form;
    const end = { carrierCallId: CallSid, status: DialCallStatus, customerHungUp: CallStatus === 'completed' };
    await recordBridgeEnd(key, end, deps);
    return deps.instructions.hangUp();
  },
});
