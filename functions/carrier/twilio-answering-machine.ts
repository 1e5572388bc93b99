import * as v from 'valibot';
import { recordAnsweringMachine, type RecordAnsweringMachineDeps } from '#shared/call-life/answering-machine.ts';
import { calls, conversations, timer } from '#shared/container.ts';
import { defineCarrierCallback, formSid } from '#shared/integrations/twilio/carrier-callback.ts';
import { answeredBy } from '#shared/integrations/twilio/statuses.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';

export const handler = defineCarrierCallback({
  id: 'carrier/twilio-answering-machine',
  form: v.object({ CallSid: formSid, AnsweredBy: answeredBy }),
  deps: (): RecordAnsweringMachineDeps => ({
    calls: calls(),
    conversations: conversations(),
    timer: timer(),
    clock: clock(),
    logger,
  }),
  handle: async ({ key, form }, deps) => {
    await recordAnsweringMachine(key, { carrierCallId: form.CallSid, answeredBy: form.AnsweredBy }, deps);
    return undefined;
  },
});
