import * as v from 'valibot';
import { followLeg } from '#shared/conversations/transfer-legs.ts';
import { defineCarrierCallback, formSid, formText } from '#shared/integrations/twilio/carrier-callback.ts';
import { transferLegDeps } from '#shared/transfer-container.ts';

/** The human has answered, or pressed a key: https://www.twilio.com/docs/voice/twiml/gather */
export const handler = defineCarrierCallback({
  id: 'carrier/twilio-transfer-leg',
  form: v.object({ CallSid: formSid, ParentCallSid: formSid, Digits: v.optional(formText(32)) }),
  deps: transferLegDeps,
  handle: ({ key, form: { CallSid: legId, ParentCallSid: carrierCallId, Digits: keys } }, deps) =>
    followLeg(key, { carrierCallId, legId, keys }, deps),
});
