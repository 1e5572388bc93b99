import * as v from 'valibot';
import { receivedMessages } from '#shared/carrier-container.ts';
import { closeWaitingLeads, doNotCall, phoneNumbers, smsEvents, smsMessages } from '#shared/container.ts';
import { defineNumberCallback, formAddress, formSid, formText } from '#shared/integrations/twilio/carrier-callback.ts';
import { clock } from '#shared/platform/clock.ts';
import { ids } from '#shared/platform/ids.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { receiveMessage, type ReceivedMessage, type ReceiveMessageDeps } from '#shared/sms/receive-sms.ts';

/** No reply: the carrier's own opt-out confirms to the sender. */
const NO_REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

// With the Advanced Opt-Out of a messaging service, whose owner chooses words in any language:
// https://support.twilio.com/hc/en-us/articles/31560110671259
const keywords: Record<string, ReceivedMessage['keyword']> = { STOP: 'stop', START: 'start' };

export const handler = defineNumberCallback({
  id: 'carrier/twilio-message-incoming',
  form: v.object({
    MessageSid: formSid,
    From: formAddress,
    To: formAddress,
    // Of an SMS: https://www.twilio.com/docs/glossary/what-sms-character-limit
    Body: formText(1_600),
    NumSegments: v.fallback(v.pipe(v.string(), v.regex(/^[1-9]\d?$/), v.transform(Number)), 1),
    OptOutType: formText(64),
  }),
  deps: (): ReceiveMessageDeps => ({
    phoneNumbers: phoneNumbers(),
    messages: smsMessages(),
    events: smsEvents(),
    doNotCall: doNotCall(),
    closeWaitingLeads: closeWaitingLeads(),
    receivedMessages,
    clock: clock(),
    ids: ids(),
    logger,
  }),
  handle: async ({ form, account: carrierAccount }, deps) => {
    const { MessageSid: carrierMessageId, From: from, To: to, Body: text, NumSegments: segments } = form;
    const keyword = keywords[form.OptOutType.toUpperCase()];
    await receiveMessage({ carrierMessageId, carrierAccount, from, to, text, segments, keyword }, deps);
    return NO_REPLY;
  },
});
