import * as v from 'valibot';

/** The data that a function's thread is started with. */
export const FunctionSource = v.object({ file: v.string(), exportName: v.string() });

/** One event for the thread; `number` comes back with the answer. */
export const Invocation = v.object({
  number: v.number(),
  event: v.unknown(),
  /** The trace header of the invocation. */
  trace: v.string(),
  context: v.looseObject({ deadline: v.number() }),
});
export type Invocation = v.InferOutput<typeof Invocation>;

const Failure = v.object({ name: v.string(), message: v.string(), stack: v.optional(v.string()) });

export const Answer = v.object({ number: v.number(), result: v.optional(v.unknown()), error: v.optional(Failure) });

export type Outcome = Omit<v.InferOutput<typeof Answer>, 'number'>;
