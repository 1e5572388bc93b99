import * as v from 'valibot';
import { answerCall, type AnswerCallDeps } from '#shared/call-life/receive-call.ts';
import { twilioInstructions } from '#shared/carrier-container.ts';
import { calls, queue, voices } from '#shared/container.ts';
import { defineCarrierCallback, formSid } from '#shared/integrations/twilio/carrier-callback.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';

export const handler = defineCarrierCallback({
  id: 'carrier/twilio-call-answered',
  form: v.object({ CallSid: formSid }),
  deps: (): AnswerCallDeps => ({
    calls: calls(),
    voices: voices(),
    instructions: twilioInstructions(),
    queue: queue(),
    clock: clock(),
    logger,
    metrics,
  }),
  handle: ({ key, form }, deps) => answerCall(key, form.CallSid, deps),
});
