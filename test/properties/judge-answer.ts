import * as v from 'valibot';
import type { HttpRow } from '#shared/manifest/manifest-row.ts';
import { answerProblems } from '#test/support/check-answer.ts';

export interface WildAnswer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** One of the public service has no article: `Tool name must contain only …` */
const sentence = v.pipe(v.string(), v.regex(/^(?:The|Tool name) /), v.endsWith('.'));

/** The only keys that an error body may have, whatever the endpoint. */
const Refusal = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    message: v.pipe(v.string(), v.minLength(1)),
    errors: v.optional(v.record(v.string(), v.pipe(v.array(sentence), v.minLength(1)))),
    error: v.optional(v.string()),
    hint: v.optional(v.string()),
    retry_after: v.optional(v.number()),
  }),
);

/** What is wrong with an answer, in words; nothing when the contract allows it. */
export function judgeAnswer(row: HttpRow, answer: WildAnswer): string[] {
  if (answer.status < 300) return answerProblems(row, answer);
  const refusal = v.safeParse(Refusal, answer.body);
  if (!refusal.success) return [`the body is no refusal: ${v.summarize(refusal.issues)}`];
  // A path that is no route has a function of its own.
  if (answer.status === 404 && refusal.output.hint !== undefined) return [];
  if (answer.status === 405) return [];
  // Only what the carrier refuses may fail, and it says why.
  if (answer.status >= 500 && refusal.output.error === undefined) return [`status ${answer.status}`];
  return answerProblems(row, answer);
}
