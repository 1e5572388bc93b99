import * as v from 'valibot';
import type { AnsweredBy } from '#shared/calls/call.ts';
import { recordAnsweringMachine, type RecordAnsweringMachineDeps } from '#shared/calls/track-call.ts';
import { calls, carrier, conversations, timer } from '#shared/container.ts';
import { defineCarrierCallback } from '#shared/integrations/twilio/carrier-callback.ts';
import { clock } from '#shared/platform/clock.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';

/** Handles the result of answering machine detection, some seconds after the call was answered. */
export const handler = defineCarrierCallback({
  id: 'carrier/twilio-answering-machine',
  form: v.object({ CallSid: v.string(), AnsweredBy: v.pipe(v.string(), v.transform(toAnsweredBy)) }),
  deps: (): RecordAnsweringMachineDeps => ({
    calls: calls(),
    carrier,
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

/**
 * `machine_start`, all values that begin with `machine_end`, and `fax` are machines.
 * Source: https://www.twilio.com/docs/voice/answering-machine-detection
 */
function toAnsweredBy(verdict: string): AnsweredBy {
  if (verdict === 'human') return 'human';
  return verdict.startsWith('machine') || verdict === 'fax' ? 'machine' : 'unknown';
}
