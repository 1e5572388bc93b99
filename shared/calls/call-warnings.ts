import { speakerFor } from '#shared/assistants/choose-model.ts';
import type { CallDeps } from '#shared/calls/call-deps.ts';
import type { Call, CallConfiguration } from '#shared/calls/call.ts';
import { findMissingVariables } from '#shared/conversations/script.ts';

/** Logs what the caller of a new call would wonder about: an unfilled placeholder is spoken as it is written. */
export async function warnAboutCall(
  { userId, id: callId }: Call,
  { assistant, variables }: CallConfiguration,
  deps: Pick<CallDeps, 'models' | 'clock' | 'logger'>,
): Promise<void> {
  const missing = findMissingVariables(assistant, variables);
  if (missing.length > 0) deps.logger.warn('variables missing', { userId, callId, variables: missing });
  if ((await speakerFor(assistant, deps)) === 'rehearsal') {
    deps.logger.warn('THE REHEARSAL MODEL SPEAKS in this call', { userId, callId });
  }
}
