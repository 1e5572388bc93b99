import type { CallDeps } from '#shared/calls/call-deps.ts';
import { findLanguage, phrasesFor } from '#shared/catalog/languages.ts';

export type SayGoodbyeToCallDeps = Pick<CallDeps, 'calls' | 'instructions' | 'logger' | 'metrics'>;

export interface CallWithoutInstructions {
  carrierCallId: string;
  /** An inbound call that the carrier has not answered yet. */
  isUnanswered: boolean;
  /** The conversation is over, and its goodbye was said. */
  isSilent: boolean;
  /** The carrier's error. */
  code: string;
}

/**
 * Ends a call for which the carrier has no instructions: the caller of an unanswered one hears a busy tone, the customer of an
 * answered one a goodbye in the language of the assistant. It must work while everything else fails: where the table does not
 * answer, the goodbye is in English.
 */
export async function sayGoodbyeToCall(
  { carrierCallId, isUnanswered, isSilent, code }: CallWithoutInstructions,
  deps: SayGoodbyeToCallDeps,
): Promise<string> {
  deps.metrics.count('CallWithoutInstructions', { code });
  deps.logger.error('the carrier has no instructions for a call', { carrierCallId, code });
  if (isUnanswered) return deps.instructions.reject('busy');
  if (isSilent) return deps.instructions.hangUp();
  const languageId = await languageOf(carrierCallId, deps).catch(() => undefined);
  const locale = (languageId === undefined ? undefined : findLanguage(languageId)?.locale) ?? 'en-US';
  return deps.instructions.sayGoodbye(phrasesFor(languageId ?? 1).goodbye, locale);
}

async function languageOf(carrierCallId: string, { calls }: SayGoodbyeToCallDeps): Promise<number | undefined> {
  const key = await calls.findByCarrierId(carrierCallId);
  return key && (await calls.getConfiguration(key))?.assistant.languageId;
}
