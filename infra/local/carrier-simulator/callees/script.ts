import * as v from 'valibot';

const words = v.pipe(v.string(), v.trim(), v.nonEmpty());
const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(600));

/** One thing that a scripted customer does. Who speaks or presses keys waits for the assistant to finish, unless `at_once`. */
export const Step = v.union([
  v.strictObject({ say: words, at_once: v.optional(v.boolean(), false) }),
  /** Speaks over the assistant, so many seconds after it has begun. */
  v.strictObject({ interrupt: words, after: v.optional(seconds, 1.2) }),
  v.strictObject({ press: v.pipe(v.string(), v.regex(/^[0-9*#]{1,32}$/)), at_once: v.optional(v.boolean(), false) }),
  v.strictObject({ listen: v.literal(true) }),
  v.strictObject({ wait: seconds }),
  v.strictObject({ hang_up: v.literal(true) }),
]);
export type Step = v.InferOutput<typeof Step>;

/** What a number does from now on, in the place of what numbers like it do. */
export const ScriptedCallee = v.strictObject({
  number: v.pipe(v.string(), v.regex(/^\+[1-9]\d{6,14}$/)),
  picks_up: v.optional(v.picklist(['person', 'voicemail', 'nobody', 'busy']), 'person'),
  script: v.optional(v.array(Step), []),
  /** After the script: listen until the assistant is silent and hang up, or stay on the line without a word. */
  afterwards: v.optional(v.picklist(['hang_up', 'stay']), 'hang_up'),
  /** Instead of a script: asked what to say, each time that the assistant has finished. */
  asks: v.optional(v.pipe(v.string(), v.url())),
});
export type ScriptedCallee = v.InferOutput<typeof ScriptedCallee>;

/** What `asks` answers: words to say, or nothing, and whether to hang up after them. */
export const Prompting = v.object({ say: v.optional(words), hang_up: v.optional(v.boolean(), false) });
