import * as v from 'valibot';
import { doNotCall, leads, phoneNumbers, queue, receivedMessages } from '#shared/container.ts';
import { defineNumberCallback } from '#shared/integrations/twilio/carrier-callback.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { receiveMessage, type ReceiveMessageDeps } from '#shared/sms/track-sms.ts';

/** No reply: the carrier's own opt-out confirms to the sender. */
const NO_REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

/** Receives inbound text messages. */
export const handler = defineNumberCallback({
  id: 'carrier/twilio-message-incoming',
  form: v.object({ MessageSid: v.string(), From: v.string(), To: v.string(), Body: v.optional(v.string(), '') }),
  deps: (): ReceiveMessageDeps => ({
    phoneNumbers: phoneNumbers(),
    doNotCall: doNotCall(),
    leads: leads(),
    receivedMessages,
    queue: queue(),
    clock: clock(),
    logger,
  }),
  handle: async ({ form, account: carrierAccount }, deps) => {
    const { MessageSid: carrierMessageId, From: from, To: to, Body: text } = form;
    await receiveMessage({ carrierMessageId, carrierAccount, from, to, text }, deps);
    return NO_REPLY;
  },
});
