import { textModelsFor } from '#shared/assistants/choose-model.ts';
import { phrasesFor } from '#shared/catalog/languages.ts';
import { type ModelEntry, nameOfSpeaker } from '#shared/catalog/models.ts';
import type { Conversation, ConversationDeps } from '#shared/conversations/conversation.ts';
import { isPreemptible } from '#shared/conversations/interruption.ts';
import { ModelFailure, nameOfFailure } from '#shared/conversations/language-model.ts';
import {
  EmptyReply,
  ReplyTimeout,
  speakReply,
  type ReplyOutcome,
  type ReplyTurn,
} from '#shared/conversations/speak-reply.ts';

type AskModelsDeps = Pick<ConversationDeps, 'model' | 'models' | 'clock' | 'metrics' | 'logger' | 'pause'>;

export type ModelTurn = Omit<ReplyTurn, 'request' | 'modelName'> & { request: Omit<ReplyTurn['request'], 'modelId'> };

/** The apology takes two seconds; callers bear two more. */
const LONGEST_RETRY_SECONDS = 4;
const USUAL_RETRY_SECONDS = 1;

/** A model that fails is asked once more behind an apology, then the next one. None, if the apology is not heard. */
export async function askModels(
  conversation: Conversation,
  turn: ModelTurn,
  deps: AskModelsDeps,
): Promise<ReplyOutcome> {
  const { state, script } = conversation;
  const models = await textModelsFor(script, deps);
  let attempt = 0;
  let failed: Extract<ReplyOutcome, { kind: 'failed' }> | undefined;
  for (const [index, model] of models.entries()) {
    const hasNext = index < models.length - 1;
    for (let wait: number | undefined = 0; wait !== undefined; wait = retrySeconds(failed.error, attempt, hasNext)) {
      if (wait > 0) await deps.pause(deps.clock.callMs(wait));
      attempt += 1;
      const outcome = await askModel(conversation, model, turn, deps);
      if (outcome.kind !== 'failed') return outcome;
      reportFailure(conversation, { attempt, modelId: model.id, error: outcome.error }, deps);
      // Preemptible text must stay in one utterance with the next reply, which would preempt it otherwise.
      const apology = `${phrasesFor(script.languageId).apology} `;
      if (!failed && !(await turn.speechSender.say(apology, !isPreemptible(state)))) {
        return outcome;
      }
      failed = outcome;
      if (index > 0) break;
    }
  }
  return failed ?? { kind: 'failed', error: new ModelFailure('there is no model', { isPermanent: true }) };
}

/** Asks once more if the answer is empty: models do that now and then, and it takes no time. */
async function askModel(
  conversation: Conversation,
  model: ModelEntry,
  turn: ModelTurn,
  deps: AskModelsDeps,
): Promise<ReplyOutcome> {
  const { spoken, time } = turn;
  const said = spoken.length;
  const before = time.model;
  // Known before the end: an answer that is cut is stored at once.
  time.model = nameOfSpeaker(model, deps.models.access);
  const outcome = await askUntilAnswer(conversation, model, turn, deps);
  if (outcome.kind === 'failed' && spoken.length === said) time.model = before;
  return outcome;
}

async function askUntilAnswer(
  { state, script }: Conversation,
  model: ModelEntry,
  turn: ModelTurn,
  deps: AskModelsDeps,
): Promise<ReplyOutcome> {
  const alreadySaid = turn.spoken.join('');
  const asked = { ...turn, request: { ...turn.request, alreadySaid, modelId: model.id }, modelName: model.name };
  const first = await speakReply(asked, deps);
  if (!isEmpty(first)) return first;
  // The customer has asked for it.
  if (state.waitsUntil !== null && turn.speechSender.spokenText() === '') return { kind: 'silent' };
  const second = await speakReply(asked, deps);
  if (!isEmpty(second) || !(first.error.isWordless || second.error.isWordless)) return second;
  // «👍» is an answer. The customer hears one, and nothing has failed.
  const word = phrasesFor(script.languageId).fillers.neutral[0] ?? '';
  return { kind: (await turn.speechSender.say(word, true)) ? 'spoken' : 'interrupted' };
}

function isEmpty(outcome: ReplyOutcome): outcome is { kind: 'failed'; error: EmptyReply } {
  return outcome.kind === 'failed' && outcome.error instanceof EmptyReply;
}

function retrySeconds(error: unknown, attempt: number, hasNext: boolean): number | undefined {
  if (attempt > 1) return undefined;
  // The caller has waited for six seconds already.
  if (hasNext && error instanceof ReplyTimeout) return undefined;
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof ModelFailure)) return USUAL_RETRY_SECONDS;
  const { isPermanent, retryAfterSeconds = USUAL_RETRY_SECONDS } = cause;
  return isPermanent || retryAfterSeconds > LONGEST_RETRY_SECONDS ? undefined : Math.max(0.1, retryAfterSeconds);
}

/** Logs only the name and the code of the error: a provider's message may quote the conversation. */
function reportFailure(
  { state }: Conversation,
  { attempt, modelId, error }: { attempt: number; modelId: number; error: unknown },
  { logger, metrics }: AskModelsDeps,
): void {
  metrics.count('ReplyFailed', { attempt: String(attempt) });
  logger.warn('language model failed', { ...state.call, modelId, attempt, problem: nameOfFailure(error) });
}
