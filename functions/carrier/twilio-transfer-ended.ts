import * as v from 'valibot';
import { endTransfer, type TransferEnd } from '#shared/conversations/transfer-legs.ts';
import { defineCarrierCallback, formSid, formText } from '#shared/integrations/twilio/carrier-callback.ts';
import { transferLegDeps } from '#shared/transfer-container.ts';

/**
 * `DialCallStatus`: https://www.twilio.com/docs/voice/twiml/dial. A human who has answered and was not bridged has hung up: who has
 * pressed no key, or another one, is known before.
 */
const unbridged = {
  completed: 'declined',
  answered: 'declined',
  busy: 'busy',
  'no-answer': 'no_answer',
  canceled: 'no_answer',
  failed: 'failed',
} as const satisfies Record<string, TransferEnd['unbridged']>;

export const handler = defineCarrierCallback({
  id: 'carrier/twilio-transfer-ended',
  form: v.object({
    CallSid: formSid,
    CallStatus: formText(64),
    DialCallStatus: v.picklist(['completed', 'answered', 'busy', 'no-answer', 'canceled', 'failed']),
    DialCallSid: formText(64),
    DialBridged: formText(8),
  }),
  deps: transferLegDeps,
  handle: ({ key, form }, deps) => {
    const end = {
      carrierCallId: form.CallSid,
      legId: form.DialCallSid,
      unbridged: unbridged[form.DialCallStatus],
      isBridged: form.DialBridged !== 'false',
      isCallUp: form.CallStatus === 'in-progress',
    };
    return endTransfer(key, end, deps);
  },
});
