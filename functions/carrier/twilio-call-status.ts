import * as v from 'valibot';
import {
  applyCarrierProgress,
  findCarrierCall,
  identifyCarrierCall,
  type ApplyCarrierProgressDeps,
  type IdentifyCarrierCallDeps,
} from '#shared/calls/track-call.ts';
import { calls, queue } from '#shared/container.ts';
import { defineCarrierCallback, formCode, formSeconds, formSid } from '#shared/integrations/twilio/carrier-callback.ts';
import { carrierReasonOf } from '#shared/integrations/twilio/end-codes.ts';
import { callStatus } from '#shared/integrations/twilio/statuses.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';

/** They arrive twice, late and in any order: https://www.twilio.com/docs/voice/api/call-resource#statuscallback */
export const handler = defineCarrierCallback({
  id: 'carrier/twilio-call-status',
  form: v.object({
    CallSid: formSid,
    CallStatus: callStatus,
    CallDuration: formSeconds,
    SipResponseCode: formCode,
    ErrorCode: formCode,
  }),
  deps: (): ApplyCarrierProgressDeps & IdentifyCarrierCallDeps => ({
    calls: calls(),
    queue: queue(),
    clock: clock(),
    logger,
    metrics,
  }),
  handle: async ({ key, form }, deps) => {
    const { CallSid, CallStatus: status, CallDuration: durationSeconds, SipResponseCode: sipCode } = form;
    // The answer to the dial request, or else the next callback, assigns the carrier's id: both at once would pay twice.
    const isFirst = status === 'initiated';
    const before = await (isFirst ? findCarrierCall : identifyCarrierCall)(key, CallSid, deps);
    const reason = carrierReasonOf(sipCode, form.ErrorCode);
    if (status === 'failed')
      deps.logger.warn('the carrier could not connect the call', { ...key, sipCode, code: form.ErrorCode });
    await applyCarrierProgress({ key, status, durationSeconds, reason, before }, deps);
    return undefined;
  },
});
