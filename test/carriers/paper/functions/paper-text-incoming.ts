import * as v from 'valibot';
import { closeWaitingLeads, doNotCall, phoneNumbers, smsEvents, smsMessages } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { ids } from '#shared/platform/ids.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { receiveMessage, type ReceiveMessageDeps } from '#shared/sms/receive-sms.ts';
import { ofNumber } from '#test/carriers/paper/paper-callback.ts';
import { paperReceived } from '#test/carriers/paper/paper-container.ts';

/** Receives inbound texts. */
export const handler = ofNumber({
  id: 'carrier/paper-text-incoming',
  form: v.object({ slip: v.string(), from: v.string(), to: v.string(), words: v.string() }),
  deps: (): ReceiveMessageDeps => ({
    phoneNumbers: phoneNumbers(),
    messages: smsMessages(),
    events: smsEvents(),
    doNotCall: doNotCall(),
    closeWaitingLeads: closeWaitingLeads(),
    receivedMessages: paperReceived,
    clock: clock(),
    ids: ids(),
    logger,
  }),
  async handle({ form: { slip: carrierMessageId, from, to, words: text }, account: carrierAccount }, deps) {
    const message = { carrierMessageId, carrierAccount, from, to, text, segments: 1, keyword: undefined };
    await receiveMessage(message, deps);
    return undefined;
  },
});
