import * as v from 'valibot';
import { sayGoodbyeToCall, type SayGoodbyeToCallDeps } from '#shared/call-life/end-call.ts';
import { twilioInstructions } from '#shared/carrier-container.ts';
import { calls } from '#shared/container.ts';
import { defineNumberCallback, formSid, formText } from '#shared/integrations/twilio/carrier-callback.ts';
import { pause } from '#shared/platform/clock.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';

/** The carrier got no usable answer, also after its retries. The response ends the call in good order. */
export const handler = defineNumberCallback({
  id: 'carrier/twilio-call-fallback',
  form: v.object({
    CallSid: formSid,
    Direction: formText(64),
    ErrorCode: formText(64),
    ErrorUrl: formText(2_000),
  }),
  deps: (): SayGoodbyeToCallDeps => ({ calls: calls(), instructions: twilioInstructions(), pause, logger, metrics }),
  handle: ({ form: { CallSid, Direction, ErrorCode, ErrorUrl } }, deps) => {
    const isUnanswered = Direction === 'inbound' && hasPath(ErrorUrl, /\/(?:incoming|web-call)$/);
    const isSilent = !hasPath(ErrorUrl, /\/answered$/);
    return sayGoodbyeToCall({ carrierCallId: CallSid, isUnanswered, isSilent, code: ErrorCode }, deps);
  },
});

const hasPath = (url: string, path: RegExp) => URL.canParse(url) && path.test(new URL(url).pathname);
