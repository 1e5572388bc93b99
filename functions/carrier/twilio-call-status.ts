import * as v from 'valibot';
import { applyCarrierProgress, findCarrierCall, type ApplyCarrierProgressDeps } from '#shared/calls/track-call.ts';
import { carrierStatuses } from '#shared/calls/call.ts';
import { defineCarrierCallback } from '#shared/integrations/twilio/carrier-callback.ts';
import { logger, type Logger } from '#shared/platform/observability/telemetry.ts';
import { calls, queue } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';

/** The call has moved on at the carrier. These callbacks may come twice, late and in any order. */
export const handler = defineCarrierCallback({
  id: 'carrier/twilio-call-status',
  form: v.object({
    CallSid: v.string(),
    CallStatus: v.picklist(carrierStatuses),
    CallDuration: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)), '0'),
  }),
  deps: (): ApplyCarrierProgressDeps & { logger: Logger } => ({
    calls: calls(),
    queue: queue(),
    clock: clock(),
    logger,
  }),
  handle: async ({ key, form }, deps) => {
    await findCarrierCall(key, form.CallSid, deps);
    await applyCarrierProgress(
      { key, status: form.CallStatus, carrierCallId: form.CallSid, durationSeconds: form.CallDuration },
      deps,
    );
    return undefined;
  },
});
