import * as v from 'valibot';
import { applyCarrierProgress, type ApplyCarrierProgressDeps } from '#shared/app/apply-carrier-progress.ts';
import { findCarrierCall } from '#shared/app/find-carrier-call.ts';
import { carrierStatuses } from '#shared/domain/call/carrier-progress.ts';
import { defineCarrierCallback } from '#shared/integrations/twilio/carrier-callback.ts';
import type { Logger } from '#shared/ports/logger.ts';
import { calls } from '#shared/runtime/calls.ts';
import { clock } from '#shared/runtime/clock.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { queue } from '#shared/runtime/queue.ts';

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
