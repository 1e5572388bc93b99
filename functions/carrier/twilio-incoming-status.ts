import * as v from 'valibot';
import { applyCarrierProgress, type ApplyCarrierProgressDeps } from '#shared/calls/track-call.ts';
import { carrierStatuses } from '#shared/calls/call.ts';
import { defineNumberCallback } from '#shared/integrations/twilio/carrier-callback.ts';
import { calls, queue } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';

/**
 * A call that came in has moved on at the carrier, which knows one address for all calls of a number, so that its own id
 * says which call it is. Calls that were refused are told of too, and are none of ours.
 */
export const handler = defineNumberCallback({
  id: 'carrier/twilio-incoming-status',
  form: v.object({
    CallSid: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
    CallStatus: v.picklist(carrierStatuses),
    CallDuration: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)), '0'),
  }),
  deps: (): ApplyCarrierProgressDeps => ({ calls: calls(), queue: queue(), clock: clock() }),
  handle: async ({ form }, deps) => {
    const { CallSid: carrierCallId, CallStatus: status, CallDuration: durationSeconds } = form;
    const key = await deps.calls.findInbound(carrierCallId);
    if (key) await applyCarrierProgress({ key, status, carrierCallId, durationSeconds }, deps);
    return undefined;
  },
});
