import * as v from 'valibot';
import { applyCarrierProgress, type ApplyCarrierProgressDeps } from '#shared/calls/track-call.ts';
import { calls, queue } from '#shared/container.ts';
import { defineNumberCallback, formCode, formSeconds, formSid } from '#shared/integrations/twilio/carrier-callback.ts';
import { carrierReasonOf } from '#shared/integrations/twilio/end-codes.ts';
import { callStatus } from '#shared/integrations/twilio/statuses.ts';
import { clock } from '#shared/platform/clock.ts';

/** Twilio has one URL per phone number: the call is found by its `CallSid`. Rejected calls are not stored. */
export const handler = defineNumberCallback({
  id: 'carrier/twilio-incoming-status',
  form: v.object({
    CallSid: formSid,
    CallStatus: callStatus,
    CallDuration: formSeconds,
    SipResponseCode: formCode,
    ErrorCode: formCode,
  }),
  deps: (): ApplyCarrierProgressDeps => ({ calls: calls(), queue: queue(), clock: clock() }),
  async accountOf({ CallSid }, { calls: store }) {
    const key = await store.findByCarrierId(CallSid);
    return key && (await store.get(key))?.carrierAccount;
  },
  handle: async ({ form }, deps) => {
    const { CallSid: carrierCallId, CallStatus: status, CallDuration: durationSeconds } = form;
    const reason = carrierReasonOf(form.SipResponseCode, form.ErrorCode);
    const key = await deps.calls.findByCarrierId(carrierCallId);
    if (key) await applyCarrierProgress({ key, status, durationSeconds, reason }, deps);
    return undefined;
  },
});
