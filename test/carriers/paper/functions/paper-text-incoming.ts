import * as v from 'valibot';
import { closeWaitingLeads, doNotCall, phoneNumbers } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { receiveMessage, type ReceiveMessageDeps } from '#shared/sms/track-sms.ts';
import { ofNumber } from '#test/carriers/paper/paper-callback.ts';
import { paperReceived } from '#test/carriers/paper/paper-container.ts';

/** Receives inbound texts. */
export const handler = ofNumber({
  id: 'carrier/paper-text-incoming',
  form: v.object({ slip: v.string(), from: v.string(), to: v.string(), words: v.string() }),
  deps: (): ReceiveMessageDeps => ({
    phoneNumbers: phoneNumbers(),
    doNotCall: doNotCall(),
    closeWaitingLeads: closeWaitingLeads(),
    receivedMessages: paperReceived,
    clock: clock(),
    logger,
  }),
  async handle({ form: { slip: carrierMessageId, from, to, words: text }, account: carrierAccount }, deps) {
    await receiveMessage({ carrierMessageId, carrierAccount, from, to, text, keyword: undefined }, deps);
    return undefined;
  },
});
