import * as v from 'valibot';
import { receiveCall, type ReceiveCallDeps } from '#shared/app/receive-call.ts';
import { defineNumberCallback } from '#shared/integrations/twilio/carrier-callback.ts';
import { assistants } from '#shared/runtime/assistants.ts';
import { callAnswers } from '#shared/runtime/call-answers.ts';
import { calls } from '#shared/runtime/calls.ts';
import { clock, ids } from '#shared/runtime/clock.ts';
import { environment } from '#shared/runtime/environment.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { phoneNumbers } from '#shared/runtime/phone-numbers.ts';
import { queue } from '#shared/runtime/queue.ts';
import { timer } from '#shared/runtime/timer.ts';
import { voices } from '#shared/runtime/voices.ts';
import { wallets } from '#shared/runtime/wallets.ts';

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
    answers: callAnswers(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    ids: ids(),
    logger,
    metrics,
  }),
  handle: ({ form }, deps) => receiveCall({ carrierCallId: form.CallSid, from: form.From, to: form.To }, deps),
});
