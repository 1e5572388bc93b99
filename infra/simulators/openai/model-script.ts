import * as v from 'valibot';

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(60));

/** A part of an answer: words, a pause in call seconds, or a tool that is called behind the words. */
export const ModelPart = v.union([
  text,
  v.strictObject({ wait: seconds }),
  v.strictObject({ call: text, with: v.optional(v.record(v.string(), v.unknown()), {}) }),
]);
export type ModelPart = v.InferOutput<typeof ModelPart>;

/** What a model answers, instead of its rules: one list for each answer; the last one for all that follow. */
export const ModelScript = v.pipe(v.array(v.pipe(v.array(ModelPart), v.minLength(1))), v.minLength(1));
export type ModelScript = v.InferOutput<typeof ModelScript>;
