import * as v from 'valibot';
import { receiveCall, type ReceiveCallDeps } from '#shared/call-life/receive-call.ts';
import { twilioInstructions } from '#shared/carrier-container.ts';
import { assistantReader, calls, models, phoneNumbers, queue, timer, voices, wallets } from '#shared/container.ts';
import { caller } from '#shared/integrations/twilio/callers.ts';
import { defineNumberCallback, formAddress, formSid } from '#shared/integrations/twilio/carrier-callback.ts';
import { clock } from '#shared/platform/clock.ts';
import { ids } from '#shared/platform/ids.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';

export const handler = defineNumberCallback({
  id: 'carrier/twilio-call-incoming',
  form: v.object({
    CallSid: formSid,
    From: caller,
    To: formAddress,
  }),
  deps: (): ReceiveCallDeps => ({
    calls: calls(),
    phoneNumbers: phoneNumbers(),
    assistants: assistantReader(),
    wallets: wallets(),
    voices: voices(),
    models: models(),
    instructions: twilioInstructions(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    ids: ids(),
    logger,
    metrics,
  }),
  handle: ({ form: { CallSid: carrierCallId, From: from, To: to }, account: carrierAccount }, deps) =>
    receiveCall({ carrierCallId, carrierAccount, from, to }, deps),
});
