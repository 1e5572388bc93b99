import * as v from 'valibot';
import { doNotCall, leads, phoneNumbers, queue } from '#shared/container.ts';
import { defineNumberCallback } from '#shared/integrations/twilio/carrier-callback.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { receiveMessage, type ReceiveMessageDeps } from '#shared/sms/track-sms.ts';

/** No reply: the carrier's own opt-out confirms to the sender. */
const NO_REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

/** Receives inbound text messages. */
export const handler = defineNumberCallback({
  id: 'carrier/twilio-message-incoming',
  form: v.object({ From: v.string(), To: v.string(), Body: v.optional(v.string(), '') }),
  deps: (): ReceiveMessageDeps => ({
    phoneNumbers: phoneNumbers(),
    doNotCall: doNotCall(),
    leads: leads(),
    queue: queue(),
    clock: clock(),
    logger,
  }),
  handle: async ({ form }, deps) => {
    await receiveMessage({ from: form.From, to: form.To, text: form.Body }, deps);
    return NO_REPLY;
  },
});
