import { findLanguageByName } from '#shared/catalog/languages.ts';
import { models } from '#shared/catalog/models.ts';
import { publicVoices } from '#shared/catalog/voices.ts';
import type { Assistant, EngineMode } from '#shared/domain/assistant/assistant.ts';
import { assistantTypeOf, type UpdateAssistantRequest } from '#shared/domain/assistant/assistant-request.ts';
import type { FieldErrors } from '#shared/domain/errors/app-error.ts';
import { fillSentence, sentences } from '#shared/domain/errors/sentences.ts';
import { isCallableUrl } from '#shared/domain/webhook/callable-url.ts';
import type { PhoneNumberStore } from '#shared/ports/phone-number-store.ts';
import type { VoiceStore } from '#shared/ports/voice-store.ts';

export interface AssistantRulesDeps {
  phoneNumbers: PhoneNumberStore;
  voices: VoiceStore;
  /** Whether webhooks may go to loopback addresses. */
  allowLoopback: boolean;
}

interface AssistantRulesInput {
  userId: number;
  /** The assistant that is updated; undefined for a new one. */
  before?: Assistant | undefined;
  /** May be a part of the request, when the rest could not be read. */
  request: UpdateAssistantRequest;
}

/**
 * What is wrong with a request beyond its form: records that must exist and fit, and rules that tie two fields.
 * They hold on the merged assistant, so a change of type or mode asks again whether number, voice and model fit.
 */
export async function findAssistantProblems(
  { userId, before, request }: AssistantRulesInput,
  deps: AssistantRulesDeps,
): Promise<FieldErrors> {
  const mode = request.engine_type ?? before?.mode;
  const [isVoiceWrong, isNumberWrong] = await Promise.all([
    isVoiceUnfit(userId, request.voice_id ?? (request.engine_type && before?.voiceId), mode, deps.voices),
    isNumberUnfit({ userId, before, request }, deps.phoneNumbers),
  ]);
  const isModelWrong =
    request.llm_model === undefined
      ? mode !== undefined && before !== undefined && mode !== before.mode
      : !hasModel(request.llm_model, mode);
  const isLanguageWrong = request.language !== undefined && findLanguageByName(request.language) === undefined;
  return {
    ...(isVoiceWrong ? selected('voice_id') : {}),
    ...(isLanguageWrong ? selected('language') : {}),
    ...(isModelWrong ? selected('llm_model') : {}),
    ...(isNumberWrong ? selected('phone_number_id') : {}),
    ...webhookProblems(before, request, deps.allowLoopback),
  };
}

const selected = (field: string): FieldErrors => ({ [field]: [fillSentence(sentences.selected, field)] });

function hasModel(name: string, mode: EngineMode | undefined): boolean {
  const wanted = name.toLowerCase();
  return models.some((model) => model.name.toLowerCase() === wanted && (mode === undefined || model.mode === mode));
}

/** The voice must be public or the user's own, and speak in the engine's mode. */
async function isVoiceUnfit(
  userId: number,
  voiceId: number | undefined,
  mode: EngineMode | undefined,
  voices: VoiceStore,
): Promise<boolean> {
  if (voiceId === undefined) return false;
  const fits = (voice: { id: number; mode: EngineMode }) =>
    voice.id === voiceId && (mode === undefined || voice.mode === mode);
  return !publicVoices.some(fits) && !(await voices.list(userId)).some(fits);
}

/** The number must be the user's; an inbound assistant needs one that is called, and that no other one answers. */
async function isNumberUnfit(
  { userId, before, request }: AssistantRulesInput,
  phoneNumbers: PhoneNumberStore,
): Promise<boolean> {
  const { calls_direction: direction, phone_number_id: sent } = request;
  if (sent === undefined && direction === undefined) return false;
  const numberId = sent === undefined ? before?.phoneNumberId : sent;
  if (numberId === undefined || numberId === null) return false;
  const number = await phoneNumbers.get(userId, numberId);
  if (!number) return true;
  const type = direction === undefined ? before?.type : assistantTypeOf[direction];
  if (type !== 'inbound') return false;
  const isHeld = number.inboundAssistantId !== null && number.inboundAssistantId !== before?.id;
  return number.type === 'Caller ID' || isHeld;
}

function webhookProblems(
  before: Assistant | undefined,
  request: UpdateAssistantRequest,
  allowLoopback: boolean,
): FieldErrors {
  const { webhook_url: sent, is_webhook_active: sentActive } = request;
  if (typeof sent === 'string' && !isCallableUrl(sent, { allowLoopback })) {
    return { webhook_url: [fillSentence(sentences.url, 'webhook_url')] };
  }
  const isActive = sentActive === undefined ? before?.isWebhookActive === true : sentActive === true;
  const url = sent === undefined ? before?.webhookUrl : sent;
  return isActive && !url ? { webhook_url: [sentences.webhookUrlRequired] } : {};
}
