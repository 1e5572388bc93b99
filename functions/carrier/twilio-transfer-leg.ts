import * as v from 'valibot';
import { twilioInstructions } from '#shared/carrier-container.ts';
import { calls, timer, voices } from '#shared/container.ts';
import { followLeg, type TransferLegDeps } from '#shared/conversations/transfer-legs.ts';
import { defineCarrierCallback, formSid, formText } from '#shared/integrations/twilio/carrier-callback.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';

/** The human has answered, or pressed a key: https://www.twilio.com/docs/voice/twiml/gather */
export const handler = defineCarrierCallback({
  id: 'carrier/twilio-transfer-leg',
  form: v.object({ CallSid: formSid, ParentCallSid: formSid, Digits: v.optional(formText(32)) }),
  deps: (): TransferLegDeps => ({
    calls: calls(),
    voices: voices(),
    timer: timer(),
    clock: clock(),
    instructions: twilioInstructions(),
    logger,
    metrics,
  }),
  handle: ({ key, form: { CallSid: legId, ParentCallSid: carrierCallId, Digits: keys } }, deps) =>
    followLeg(key, { carrierCallId, legId, keys }, deps),
});
