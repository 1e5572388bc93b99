import * as v from 'valibot';
import { bridgeStatuses, noteBridgeEnd, type NoteBridgeEndDeps } from '#shared/realtime/realtime-events.ts';
import { defineCarrierCallback } from '#shared/integrations/twilio/carrier-callback.ts';
import type { CallAnswers } from '#shared/calls/carrier.ts';
import { callAnswers, calls, clock, conversations, queue, timer } from '#shared/container.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';

/** The line to the speech model is closed; the carrier asks what comes next, which is to hang up. */
export const handler = defineCarrierCallback({
  id: 'carrier/twilio-bridge-ended',
  form: v.object({ CallSid: v.string(), CallStatus: v.string(), DialCallStatus: v.picklist(bridgeStatuses) }),
  deps: (): NoteBridgeEndDeps & { answers: CallAnswers } => ({
    calls: calls(),
    conversations: conversations(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    answers: callAnswers(),
    logger,
    metrics,
  }),
  handle: async ({ key, form }, deps) => {
    const { CallSid, CallStatus, DialCallStatus } = form;
    const end = { carrierCallId: CallSid, status: DialCallStatus, customerIsGone: CallStatus === 'completed' };
    await noteBridgeEnd(key, end, deps);
    return deps.answers.hangUp();
  },
});
