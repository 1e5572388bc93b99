import * as v from 'valibot';
import { recordAnsweringMachine, type RecordAnsweringMachineDeps } from '#shared/calls/track-call.ts';
import type { AnsweredBy } from '#shared/calls/call.ts';
import { defineCarrierCallback } from '#shared/integrations/twilio/carrier-callback.ts';
import { calls, carrier, conversations, queue, timer } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';

/** The carrier's answering machine detection has come to a verdict, some seconds into the call. */
export const handler = defineCarrierCallback({
  id: 'carrier/twilio-answering-machine',
  form: v.object({ CallSid: v.string(), AnsweredBy: v.pipe(v.string(), v.transform(toAnsweredBy)) }),
  deps: (): RecordAnsweringMachineDeps => ({
    calls: calls(),
    carrier: carrier(),
    conversations: conversations(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    logger,
  }),
  handle: async ({ key, form }, deps) => {
    await recordAnsweringMachine(key, { carrierCallId: form.CallSid, answeredBy: form.AnsweredBy }, deps);
    return undefined;
  },
});

/** `machine_start`, `machine_end_beep` and their kin, and `fax`, are machines. */
function toAnsweredBy(verdict: string): AnsweredBy {
  if (verdict === 'human') return 'human';
  return verdict.startsWith('machine') || verdict === 'fax' ? 'machine' : 'unknown';
}
