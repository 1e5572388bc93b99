import * as v from 'valibot';
import { receiveCall, type ReceiveCallDeps } from '#shared/calls/receive-call.ts';
import { defineNumberCallback } from '#shared/integrations/twilio/carrier-callback.ts';
import { assistants, callInstructions, calls, phoneNumbers, queue, timer, voices, wallets } from '#shared/container.ts';
import { ids } from '#shared/platform/ids.ts';
import { clock } from '#shared/platform/clock.ts';
import { environment } from '#shared/platform/environment.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';

/** Somebody calls one of the numbers that point here; the answer is the TwiML that connects the conversation, or refuses. */
export const handler = defineNumberCallback({
  id: 'carrier/twilio-call-incoming',
  form: v.object({
    CallSid: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
    From: v.optional(v.string(), ''),
    To: v.string(),
  }),
  deps: (): ReceiveCallDeps => ({
    calls: calls(),
    phoneNumbers: phoneNumbers(),
    assistants: assistants(),
    wallets: wallets(),
    voices: voices(),
    hasSpeechModel: environment.realtimeProjectId() !== undefined,
    instructions: callInstructions(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    ids: ids(),
    logger,
    metrics,
  }),
  handle: ({ form }, deps) => receiveCall({ carrierCallId: form.CallSid, from: form.From, to: form.To }, deps),
});
