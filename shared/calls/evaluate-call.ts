import * as v from 'valibot';
import type { Assistant, PostCallField } from '#shared/assistants/assistant.ts';
import type { CallDeps } from '#shared/calls/call-store.ts';
import type { Call, CallBody, TranscriptTurn } from '#shared/calls/call.ts';
import { ModelFailure } from '#shared/conversations/language-model.ts';
import { pause } from '#shared/platform/clock.ts';

export type Evaluation = CallBody['evaluation'];

export interface EvaluateCallInput {
  call: Call;
  assistant: Assistant;
  turns: TranscriptTurn[];
}

export type EvaluateCallDeps = Pick<CallDeps, 'languageModel' | 'logger' | 'metrics'>;

const MAX_TRIES = 2;
/** Two tries and a wait take at most 50 s, which leaves a worker of 60 s enough time to settle the call and queue the webhooks. */
const DEADLINE_MS = 20_000;
/** A burst of calls that end at once takes more than the provider allows, and another request at once is refused as well. */
const USUAL_WAIT_SECONDS = 1;
const LONGEST_WAIT_SECONDS = 10;

/**
 * Extracts the fields of the post-call schema from the transcript. Returns {} if evaluation is off or the model fails
 * twice; the call is settled either way.
 */
export async function evaluateCall(input: EvaluateCallInput, deps: EvaluateCallDeps): Promise<Evaluation> {
  const { call, assistant, turns } = input;
  const schema = assistant.postCallSchema;
  if (!assistant.postCallEvaluation || schema.length === 0) return {};
  const hasCustomerTurn = turns.some((turn) => turn.sender === 'human');
  if (!hasCustomerTurn || call.answeredBy === 'machine') return emptyEvaluation(schema);
  const modelId = assistant.llmModelId ?? assistant.multimodalModelId;
  const evaluation = modelId === null ? undefined : await askModel(modelId, input, deps);
  if (evaluation) return evaluation;
  deps.metrics.count('EvaluationFailed');
  deps.logger.error('call has no evaluation', { userId: call.userId, callId: call.id, modelId });
  return {};
}

/** The evaluation of a call without conversation: every field is null. */
export function emptyEvaluation(fields: readonly PostCallField[]): Evaluation {
  return Object.fromEntries(fields.map(({ name }) => [name, null]));
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
      invalidFields,
    });
    const waitSeconds = 'waitSeconds' in outcome ? outcome.waitSeconds : 0;
    if (tries < MAX_TRIES && waitSeconds > 0) await pause(waitSeconds * 1000);
  }
  return undefined;
}

/** The message of a model error may quote the conversation, so only the error's name is kept. */
async function tryOnce<Outcome>(
  run: () => Promise<Outcome>,
): Promise<Outcome | { problem: string; waitSeconds: number }> {
  try {
    return await run();
  } catch (error) {
    return { problem: error instanceof Error ? error.name : 'unknown', waitSeconds: waitBehind(error) };
  }
}

function waitBehind(error: unknown): number {
  if (!(error instanceof ModelFailure) || error.isPermanent) return 0;
  return Math.min(error.retryAfterSeconds ?? USUAL_WAIT_SECONDS, LONGEST_WAIT_SECONDS);
}

/** Aborts `run` at the deadline, and rejects without waiting for it. */
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

const finite = v.pipe(v.number(), v.finite());
const numberText = v.pipe(v.string(), v.trim(), v.regex(/^-?\d+(\.\d+)?$/), v.transform(Number), v.finite());
const booleanText = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.picklist(['true', 'false']),
  v.transform((text) => text === 'true'),
);

/** Models sometimes write numbers and booleans as text, so these are accepted. Any other type is invalid. */
const values = {
  string: v.nullish(v.string(), null),
  number: v.nullish(v.union([finite, numberText]), null),
  bool: v.nullish(v.union([v.boolean(), booleanText]), null),
} as const satisfies Record<PostCallField['type'], v.GenericSchema>;

/**
 * Parses a model's answer by the assistant's post-call schema: one key per field, typed as declared; null if the answer
 * does not contain it. Other keys are dropped.
 * `invalidFields`: the fields whose values have another type; all fields if the answer is not an object.
 */
export function readEvaluation(
  fields: readonly PostCallField[],
  answer: unknown,
): { evaluation: Evaluation } | { invalidFields: string[] } {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return { invalidFields: fields.map(({ name }) => name) };
  }
  const answered = new Map<string, unknown>(Object.entries(answer));
  const read = fields.map(({ name, type }) => ({ name, value: v.safeParse(values[type], answered.get(name)) }));
  const invalidFields = read.filter(({ value }) => !value.success).map(({ name }) => name);
  if (invalidFields.length > 0) return { invalidFields };
  const entries = read.flatMap(({ name, value }) => (value.success ? [[name, value.output] as const] : []));
  return { evaluation: Object.fromEntries(entries) };
}
