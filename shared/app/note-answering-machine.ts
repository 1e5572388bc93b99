import { findCarrierCall } from '#shared/app/find-carrier-call.ts';
import type { AnsweredBy, CallKey } from '#shared/domain/call/call.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { Carrier } from '#shared/ports/carrier.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Logger } from '#shared/ports/logger.ts';

export interface NoteAnsweringMachineDeps {
  calls: CallStore;
  carrier: Carrier;
  clock: Clock;
  logger: Logger;
}

/** The carrier has heard who picked up. A machine ends the call if the assistant is set so, and that end is the assistant's. */
export async function noteAnsweringMachine(
  key: CallKey,
  verdict: { carrierCallId: string; answeredBy: AnsweredBy },
  deps: NoteAnsweringMachineDeps,
): Promise<void> {
  const { carrierCallId, answeredBy } = verdict;
  await findCarrierCall(key, carrierCallId, deps);
  const open = ['initiated', 'ringing', 'in-progress', 'ended'] as const;
  const call = await deps.calls.change(key, { answeredBy }, deps.clock.now(), open);
  if (!call || answeredBy !== 'machine' || call.status === 'ended') return;
  const configuration = await deps.calls.getConfiguration(key);
  if (configuration?.assistant.endCallOnVoicemail !== true) return;
  await deps.calls.noteEndedBy(key, 'assistant');
  await deps.carrier.hangUp(carrierCallId);
}
