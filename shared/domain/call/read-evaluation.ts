import * as v from 'valibot';
import type { PostCallField } from '#shared/domain/assistant/assistant.ts';
import type { CallBody } from '#shared/domain/call/call.ts';

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
 * does not tell, nothing else. `misfits`: the fields whose values are of another type; all of them when the answer is no object.
 */
export function readEvaluation(
  fields: readonly PostCallField[],
  answer: unknown,
): { evaluation: Evaluation } | { misfits: string[] } {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return { misfits: fields.map(({ name }) => name) };
  }
  const told = new Map<string, unknown>(Object.entries(answer));
  const read = fields.map(({ name, type }) => ({ name, value: v.safeParse(values[type], told.get(name)) }));
  const misfits = read.filter(({ value }) => !value.success).map(({ name }) => name);
  if (misfits.length > 0) return { misfits };
  const entries = read.flatMap(({ name, value }) => (value.success ? [[name, value.output] as const] : []));
  return { evaluation: Object.fromEntries(entries) };
}

/** The evaluation of a conversation that tells nothing, because nobody talked. */
export function untoldEvaluation(fields: readonly PostCallField[]): Evaluation {
  return Object.fromEntries(fields.map(({ name }) => [name, null]));
}
