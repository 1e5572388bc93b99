import type { Assistant } from '#shared/assistants/assistant.ts';
import type { PostCallField } from '#shared/assistants/call-settings.ts';
import { textModelsFor } from '#shared/assistants/choose-model.ts';
import { readEvaluation, type ReadEvaluation } from '#shared/call-life/read-evaluation.ts';
import type { Call, CallBody, TranscriptTurn } from '#shared/calls/call.ts';
import { languageOf } from '#shared/catalog/languages.ts';
import type { ModelCatalogue } from '#shared/catalog/models.ts';
import { ModelFailure, nameOfFailure, type LanguageModel } from '#shared/conversations/language-model.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';

export type Evaluation = CallBody['evaluation'];

interface EvaluateCallInput {
  call: Call;
  assistant: Assistant;
  turns: TranscriptTurn[];
}

export interface EvaluateCallDeps {
  languageModel: LanguageModel;
  models: ModelCatalogue;
  clock: Clock;
  pause: (milliseconds: number) => Promise<void>;
  logger: Logger;
  metrics: Metrics;
}

const MOST_FAILURES = 2;
/** The second request has the reason why the first answer cannot be read. */
const MOST_ANSWERS = 2;
const DEADLINE_MS = 20_000;
/** Leaves a worker of 60 s enough time to settle the call and queue the webhooks. */
const ALL_MS = 50_000;
/** A burst of calls that end at once takes more than the provider allows: another request at once is refused, too. */
const USUAL_WAIT_SECONDS = 1;
const LONGEST_WAIT_SECONDS = 10;

/** {} if evaluation is off or the models fail; the call is settled either way. */
export async function evaluateCall(input: EvaluateCallInput, deps: EvaluateCallDeps): Promise<Evaluation> {
  const { call, assistant, turns } = input;
  const schema = assistant.postCallSchema;
  if (!assistant.postCallEvaluation || schema.length === 0) return {};
  const hasCustomerTurn = turns.some((turn) => turn.sender === 'human');
  if (!hasCustomerTurn || call.answeredBy === 'machine') return emptyEvaluation(schema);
  const evaluation = await askModels(input, deps);
  if (evaluation) return evaluation;
  const modelId = assistant.llmModelId ?? assistant.multimodalModelId;
  deps.metrics.count('EvaluationFailed');
  deps.logger.error('call has no evaluation', { userId: call.userId, callId: call.id, modelId });
  return {};
}

export function emptyEvaluation(fields: readonly PostCallField[]): Evaluation {
  return Object.fromEntries(fields.map(({ name }) => [name, null]));
}

async function askModels(input: EvaluateCallInput, deps: EvaluateCallDeps): Promise<Evaluation | undefined> {
  const { llmModelId, multimodalModelId, fallbackModels, mode } = input.assistant;
  const modelId = llmModelId ?? multimodalModelId ?? 0;
  const hasOwnList = mode === 'pipeline' && fallbackModels.length > 0;
  const models = await textModelsFor({ modelId, ...(hasOwnList && { fallbackModels }) }, deps);
  const endsAt = performance.now() + ALL_MS;
  for (const [index, model] of models.entries()) {
    const hasNext = index < models.length - 1;
    const evaluation = await askModel({ modelId: model.id, hasNext, endsAt }, input, deps);
    if (evaluation) return evaluation;
  }
  return undefined;
}

/** Asks again if fields have the wrong type, or if that may help. A field that is wrong twice is null, and logged. */
async function askModel(
  { modelId, hasNext, endsAt }: { modelId: number; hasNext: boolean; endsAt: number },
  { call, assistant: { postCallSchema: schema, languageId }, turns }: EvaluateCallInput,
  deps: EvaluateCallDeps,
): Promise<Evaluation | undefined> {
  const language = languageOf(languageId);
  let known: ReadEvaluation | undefined;
  let failures = 0;
  for (let answers = 0; answers < MOST_ANSWERS && failures < MOST_FAILURES;) {
    const { invalidFields = [] } = known ?? {};
    const outcome = await tryOnce(endsAt - performance.now(), async (signal) =>
      readEvaluation(
        schema,
        await deps.languageModel.evaluate({ modelId, turns, schema, invalidFields, signal }),
        language,
      ),
    );
    if ('evaluation' in outcome) known = joined(outcome, known);
    if (!('error' in outcome)) answers += 1;
    else failures = known ? MOST_FAILURES : failures + 1;
    if (known?.invalidFields.length === 0) return known.evaluation;
    const problem = 'error' in outcome ? nameOfFailure(outcome.error) : 'the answer does not fit the schema';
    const invalid = known?.invalidFields.map(({ name }) => name) ?? [];
    const fields = { modelId, tries: answers + failures, problem, invalidFields: invalid };
    deps.logger.warn('evaluation failed', { userId: call.userId, callId: call.id, ...fields });
    const waitSeconds = 'error' in outcome ? waitBehind(outcome.error, hasNext) : 0;
    if (waitSeconds === undefined) break;
    if (failures < MOST_FAILURES && waitSeconds > 0) await deps.pause(waitSeconds * 1000);
  }
  return known && known.invalidFields.length < schema.length ? known.evaluation : undefined;
}

function joined({ evaluation, invalidFields }: ReadEvaluation, before: ReadEvaluation | undefined): ReadEvaluation {
  if (!before) return { evaluation, invalidFields };
  const isInvalid = (name: string, fields: ReadEvaluation['invalidFields']) => fields.some((one) => one.name === name);
  const values = Object.entries(evaluation).map(([name, value]) => [
    name,
    isInvalid(name, invalidFields) ? before.evaluation[name] : value,
  ]);
  return {
    evaluation: Object.fromEntries(values),
    invalidFields: invalidFields.filter(({ name }) => isInvalid(name, before.invalidFields)),
  };
}

/** Seconds. Undefined: asking again cannot help, or another model is sooner. */
function waitBehind(error: unknown, hasNext: boolean): number | undefined {
  if (hasNext && error instanceof DOMException) return undefined;
  if (!(error instanceof ModelFailure)) return 0;
  const { isPermanent, retryAfterSeconds = USUAL_WAIT_SECONDS } = error;
  return isPermanent ? undefined : Math.min(retryAfterSeconds, LONGEST_WAIT_SECONDS);
}

async function tryOnce<Outcome extends object>(
  leftMs: number,
  run: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome | { error: unknown }> {
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const stop = () => {
    const error = new DOMException('the model did not answer in time', 'TimeoutError');
    controller.abort(error);
    late.reject(error);
  };
  const timer = setTimeout(stop, Math.max(0, Math.min(leftMs, DEADLINE_MS)));
  try {
    return await Promise.race([run(controller.signal), late.promise]);
  } catch (error) {
    return { error };
  } finally {
    clearTimeout(timer);
  }
}
