import * as v from 'valibot';
import { twilioInstructions } from '#shared/carrier-container.ts';
import { calls, queue, timer, voices } from '#shared/container.ts';
import { webCaller } from '#shared/integrations/twilio/callers.ts';
import { defineNumberCallback, formSid } from '#shared/integrations/twilio/carrier-callback.ts';
import { clock } from '#shared/platform/clock.ts';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { isWebToken } from '#shared/web-call-container.ts';
import { connectWebCall, type ConnectWebCallDeps } from '#shared/web-calls/connect-web-call.ts';

export const handler = defineNumberCallback({
  id: 'carrier/twilio-web-call',
  form: v.object({
    CallSid: formSid,
    From: webCaller,
  }),
  deps: (): ConnectWebCallDeps => ({
    calls: calls(),
    voices: voices(),
    instructions: twilioInstructions(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    isWebToken,
    logger,
    metrics,
  }),
  // The page's pass is for the TwiML application of this account.
  accountOf: async () => DEFAULT_CARRIER_ACCOUNT,
  handle: ({ form: { CallSid: carrierCallId, From: pass } }, deps) => connectWebCall({ carrierCallId, pass }, deps),
});
