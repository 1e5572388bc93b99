import { applyCarrierProgress } from '#shared/app/apply-carrier-progress.ts';
import { findCarrierCall } from '#shared/app/find-carrier-call.ts';
import { findVoice } from '#shared/app/find-voice.ts';
import { findLanguage } from '#shared/catalog/languages.ts';
import { statusesBefore } from '#shared/domain/call/call-status.ts';
import type { CallKey } from '#shared/domain/call/call.ts';
import { buildScript } from '#shared/domain/conversation/build-script.ts';
import type { CallAnswers } from '#shared/ports/call-answers.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { Queue } from '#shared/ports/queue.ts';
import type { VoiceStore } from '#shared/ports/voice-store.ts';

export interface AnswerCallDeps {
  calls: CallStore;
  voices: VoiceStore;
  answers: CallAnswers;
  queue: Queue;
  clock: Clock;
  logger: Logger;
}

/** The customer has picked up: the call is in progress, and the carrier is told to connect it to the conversation. */
export async function answerCall(key: CallKey, carrierCallId: string, deps: AnswerCallDeps): Promise<string> {
  const before = await findCarrierCall(key, carrierCallId, deps);
  const [configuration, changed] = await Promise.all([
    deps.calls.getConfiguration(key),
    applyCarrierProgress({ key, status: 'in-progress', carrierCallId, durationSeconds: 0 }, deps),
  ]);
  const call = changed ?? (await deps.calls.get(key));
  const isLive = before.status === 'in-progress' || statusesBefore('in-progress').includes(before.status);
  const language = configuration && findLanguage(configuration.assistant.languageId);
  if (!call || !configuration || !language || !isLive) {
    deps.logger.warn('an answered call cannot be held', { ...key, status: before.status });
    return deps.answers.hangUp();
  }
  const now = call.answeredAt ?? call.createdAt;
  const { greeting } = buildScript({ call, configuration, locale: language.locale, now });
  const { assistant } = configuration;
  const voice = await findVoice(assistant, deps.voices);
  const timeLimitSeconds = call.allowedSeconds;
  return deps.answers.converse({ key, carrierCallId, assistant, voice, language, greeting, timeLimitSeconds });
}
