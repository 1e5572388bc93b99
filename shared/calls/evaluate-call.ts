import * as v from 'valibot';
import type { Assistant, PostCallField } from '#shared/assistants/assistant.ts';
import type { Call, TranscriptTurn, CallBody } from '#shared/calls/call.ts';
import type { LanguageModel } from '#shared/conversations/language-model.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';

export interface EvaluateCallInput {
  call: Call;
  assistant: Assistant;
  turns: TranscriptTurn[];
}

export interface EvaluateCallDeps {
  languageModel: LanguageModel;
  logger: Logger;
  metrics: Metrics;
}

const MAX_TRIES = 2;
/** Twice this still leaves a worker of 60 s the time to settle and announce. */
const DEADLINE_MS = 20_000;

/**
 * Finds out from the conversation what the assistant's post-call schema asks for. Empty when the assistant wants no
 * evaluation, and when the model fails twice: a call is settled and announced all the same.
 */
export async function evaluateCall(input: EvaluateCallInput, deps: EvaluateCallDeps): Promise<Evaluation> {
  const { call, assistant, turns } = input;
  const schema = assistant.postCallSchema;
  if (!assistant.postCallEvaluation || schema.length === 0) return {};
  const customerTalked = turns.some((turn) => turn.sender === 'human');
  if (!customerTalked || call.answeredBy === 'machine') return emptyEvaluation(schema);
  const modelId = assistant.llmModelId ?? assistant.multimodalModelId;
  const evaluation = modelId === null ? undefined : await askModel(modelId, input, deps);
  if (evaluation) return evaluation;
  deps.metrics.count('EvaluationFailed');
  deps.logger.error('call has no evaluation', { userId: call.userId, callId: call.id, modelId });
  return {};
}

async function askModel(modelId: number, input: EvaluateCallInput, deps: EvaluateCallDeps) {
  const { call, assistant, turns } = input;
  const schema = assistant.postCallSchema;
  let invalidFields: string[] = [];
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const outcome = await tryOnce(() =>
      withDeadline(async (signal) => {
        const answer = await deps.languageModel.evaluate({ modelId, turns, schema, invalidFields, signal });
        return readEvaluation(schema, answer);
      }),
    );
    if ('evaluation' in outcome) return outcome.evaluation;
    invalidFields = 'invalidFields' in outcome ? outcome.invalidFields : [];
    const problem = 'problem' in outcome ? outcome.problem : 'the answer does not fit the schema';
    deps.logger.warn('evaluation failed', {
      userId: call.userId,
      callId: call.id,
      tries,
      problem,
      invalidFields: invalidFields,
    });
  }
  return undefined;
}

/** A failing model's message may quote the conversation, so that only the name of its error is kept. */
async function tryOnce<Outcome>(run: () => Promise<Outcome>): Promise<Outcome | { problem: string }> {
  try {
    return await run();
  } catch (error) {
    return { problem: error instanceof Error ? error.name : 'unknown' };
  }
}

/** Aborts what runs too long, and does not wait for it either. */
async function withDeadline<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new DOMException('the model did not answer in time', 'TimeoutError');
    controller.abort(error);
    late.reject(error);
  }, DEADLINE_MS);
  try {
    return await Promise.race([run(controller.signal), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export type Evaluation = CallBody['evaluation'];

const finite = v.pipe(v.number(), v.finite());
const numeric = v.pipe(v.string(), v.trim(), v.regex(/^-?\d+(\.\d+)?$/), v.transform(Number), v.finite());
const truth = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.picklist(['true', 'false']),
  v.transform((text) => text === 'true'),
);

/** Models write numbers and truth values as text now and then; anything further off is a wrong answer. */
const values = {
  string: v.nullish(v.string(), null),
  number: v.nullish(v.union([finite, numeric]), null),
  bool: v.nullish(v.union([v.boolean(), truth]), null),
} as const satisfies Record<PostCallField['type'], v.GenericSchema>;

/**
 * Reads a model's answer by the assistant's post-call schema: one key per field, typed as declared, null where the answer
 * does not tell, nothing else. `invalidFields`: the fields whose values are of another type; all of them when the answer is no object.
 */
export function readEvaluation(
  fields: readonly PostCallField[],
  answer: unknown,
): { evaluation: Evaluation } | { invalidFields: string[] } {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return { invalidFields: fields.map(({ name }) => name) };
  }
  const told = new Map<string, unknown>(Object.entries(answer));
  const read = fields.map(({ name, type }) => ({ name, value: v.safeParse(values[type], told.get(name)) }));
  const invalidFields = read.filter(({ value }) => !value.success).map(({ name }) => name);
  if (invalidFields.length > 0) return { invalidFields };
  const entries = read.flatMap(({ name, value }) => (value.success ? [[name, value.output] as const] : []));
  return { evaluation: Object.fromEntries(entries) };
}

/** The evaluation of a conversation that tells nothing, because nobody talked. */
export function emptyEvaluation(fields: readonly PostCallField[]): Evaluation {
  return Object.fromEntries(fields.map(({ name }) => [name, null]));
}
