import type { Assistant, AssistantStore, ListLimit } from '#shared/assistants/assistant.ts';
import { findChosenModel, findFallbackProblems, findModelProblems } from '#shared/assistants/choose-model.ts';
import type { UpdateRequest } from '#shared/assistants/settings.ts';
import { findTransferProblems } from '#shared/assistants/transfer-rules.ts';
import type { EngineMode } from '#shared/catalog/engine-mode.ts';
import { DEEPGRAM, deepgramTranscribes, findLanguage } from '#shared/catalog/languages.ts';
import type { ModelCatalogue } from '#shared/catalog/models.ts';
import { publicVoices, type VoiceStore } from '#shared/catalog/voices.ts';
import type { DestinationRules } from '#shared/destinations/destination-rules.ts';
import { canAnswerInbound, type PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError, invalidFields, fillSentence, sentences, type FieldErrors } from '#shared/platform/errors.ts';
import { isCallableUrl } from '#shared/platform/http/callable-url.ts';
import { MAX_HALF_ITEM_BYTES } from '#shared/platform/http/fields.ts';
import type { IdSource } from '#shared/platform/ids.ts';
import type { UserToolStore } from '#shared/tools/user-tool.ts';

export interface AssistantDeps {
  assistants: AssistantStore;
  phoneNumbers: PhoneNumberStore;
  voices: VoiceStore;
  models: ModelCatalogue;
  clock: Clock;
  ids: IdSource;
  allowLoopback: boolean;
  userTools: Pick<UserToolStore, 'getSome'>;
  destinations: { rules: DestinationRules };
}

export type RulesDeps = Pick<
  AssistantDeps,
  'phoneNumbers' | 'voices' | 'models' | 'clock' | 'allowLoopback' | 'userTools' | 'destinations'
>;

interface RulesInput {
  userId: number;
  before?: Assistant | undefined;
  /** A part of the request where the rest has faults. */
  request: UpdateRequest;
}

/** The rules hold on the merged assistant: a change of type or mode checks number, voice and model again. */
export async function findAssistantProblems(
  { userId, before, request }: RulesInput,
  deps: RulesDeps,
): Promise<FieldErrors> {
  const mode = request.mode ?? before?.mode;
  const [isVoiceWrong, isNumberWrong, unknownTools, transfers, models] = await Promise.all([
    isVoiceUnfit(userId, request.voiceId ?? (request.mode && before?.voiceId), mode, deps.voices),
    isNumberUnfit({ userId, before, request }, deps),
    findUnknownTools({ userId, before, request }, deps),
    findTransferProblems({ before, request }, deps),
    deps.models.list(),
  ]);
  const choice = request.model ?? {};
  const known = { models, access: deps.models.access, now: deps.clock.now() };
  const modelMode = findChosenModel(choice, models)?.mode ?? before?.mode;
  const isModelWrong = mode !== undefined && modelMode !== undefined && modelMode !== mode;
  return {
    ...(isVoiceWrong ? selected('voice_id') : {}),
    ...(isModelWrong ? selected('llm_model') : {}),
    ...findModelProblems(choice, before, known),
    ...findFallbackProblems(request.fallbackModels ?? [], known),
    ...(isNumberWrong ? selected('phone_number_id') : {}),
    ...Object.assign({}, ...unknownTools.map((index) => selected(`tool_ids.${index}`))),
    ...(isTranscriberWrong(before, request) ? selected('transcriber_provider_id') : {}),
    ...transfers,
    ...webhookProblems(before, request, deps.allowLoopback),
    ...statusProblems(before, request),
  };
}

/** Checked again with another language: the carrier would refuse the conversation. */
function isTranscriberWrong(before: Assistant | undefined, request: UpdateRequest): boolean {
  const providerId =
    request.transcriberProviderId ?? (request.transcriberProviderId === null ? null : before?.transcriberProviderId);
  const language = request.language ?? (before && findLanguage(before.languageId));
  return providerId === DEEPGRAM && language !== undefined && !deepgramTranscribes(language);
}

/** What a client reads it can send back. Another status would be ignored, and the client would believe that it was set. */
function statusProblems(before: Assistant | undefined, { sentStatus }: UpdateRequest): FieldErrors {
  if (sentStatus === undefined || sentStatus === before?.status) return {};
  const isStatus = sentStatus === 'active' || sentStatus === 'inactive';
  return isStatus ? { status: [fillSentence(sentences.setAutomatically(sentStatus), 'status')] } : selected('status');
}

export function refusalOf(outcome: 'number_taken' | ListLimit): AppError {
  if (outcome === 'number_taken') return invalidFields(selected('phone_number_id'));
  return new AppError(outcome === 'too_many' ? 'too_many_assistants' : 'assistants_too_large');
}

function selected(field: string): FieldErrors {
  return { [field]: [fillSentence(sentences.selected, field)] };
}

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

async function isNumberUnfit(
  { userId, before, request }: RulesInput,
  { phoneNumbers, clock }: Pick<RulesDeps, 'phoneNumbers' | 'clock'>,
): Promise<boolean> {
  if (request.phoneNumberId === undefined && request.type === undefined) return false;
  const { phoneNumberId, type } = { ...before, ...request };
  if (phoneNumberId === undefined || phoneNumberId === null) return false;
  // What a client reads it can send back, although the number's subscription has ended since.
  if (before?.phoneNumberId === phoneNumberId && before.type === type) return false;
  const number = await phoneNumbers.get(userId, phoneNumberId);
  if (!number) return true;
  if (type !== 'inbound') return false;
  const isFree = number.inboundAssistantId === null || number.inboundAssistantId === before?.id;
  return !(isFree && canAnswerInbound({ ...number, inboundAssistantId: null }, clock.now()));
}

/** Those that the assistant has already may be sent back, although they were deleted since. Returns their positions. */
async function findUnknownTools(
  { userId, before, request: { toolIds = [] } }: RulesInput,
  { userTools }: Pick<RulesDeps, 'userTools'>,
): Promise<number[]> {
  const added = toolIds.filter((id) => !before?.toolIds.includes(id));
  if (added.length === 0) return [];
  const found = new Set((await userTools.getSome(userId, added)).map(({ id }) => id));
  return added.filter((id) => !found.has(id)).map((id) => toolIds.indexOf(id));
}

function webhookProblems(before: Assistant | undefined, request: UpdateRequest, allowLoopback: boolean): FieldErrors {
  if (typeof request.webhookUrl === 'string' && !isCallableUrl(request.webhookUrl, { allowLoopback })) {
    return { webhook_url: [fillSentence(sentences.url, 'webhook_url')] };
  }
  const { isWebhookActive, webhookUrl } = { ...before, ...request };
  return isWebhookActive && !webhookUrl ? { webhook_url: [sentences.webhookUrlRequired] } : {};
}

/** One item has 400 KB; variables have a limit of their own. @throws AppError validation_failed on the largest text */
export function refuseTooLarge(assistant: Assistant): void {
  const excess = bytesOf(JSON.stringify({ ...assistant, variables: {} })) - MAX_HALF_ITEM_BYTES;
  if (excess <= 0) return;
  const texts = {
    system_prompt: assistant.systemPrompt,
    initial_message: assistant.initialMessage,
    post_call_schema: JSON.stringify(assistant.postCallSchema),
  };
  const [[field, text] = ['system_prompt', '']] = Object.entries(texts).toSorted(
    ([, one], [, other]) => bytesOf(other) - bytesOf(one),
  );
  throw invalidFields({ [field]: [fillSentence(sentences.maxLength(charactersWithin(text, excess)), field)] });
}

function charactersWithin(text: string, excess: number): number {
  let left = bytesOf(text) - excess;
  const characters = Array.from(text);
  const end = characters.findIndex((character) => (left -= bytesOf(character)) < 0);
  return end < 0 ? characters.length : end;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
