import type { Clock } from '#shared/ports/clock.ts';
import type { LanguageModel, ReplyPart, ReplyRequest } from '#shared/ports/language-model.ts';

/**
 * A caller asks «hello?» after some five or six seconds of silence, so a model that has said nothing by then has failed:
 * two such waits and the goodbye take 12 s. A gap in the middle is as silent, once the voice has caught up.
 */
const FIRST_PART_MS = 6_000;
const NEXT_PART_MS = 6_000;
/** Everything ends well below the 28 s of the function, and a turn that streams for 20 s is minutes of speech. */
const TURN_MS = 20_000;

/** The model was slow or failed. */
export class ReplyFailed extends Error {
  override name = 'ReplyFailed';
}

/** The turn has used up its time. */
export class TurnOver extends Error {
  override name = 'TurnOver';
}

export interface TurnTime {
  startedAt: number;
  /** Milliseconds spent waiting for the model. */
  modelMs: number;
  /** Set with the first words: how long they took the model, and us. */
  toFirstWords?: { modelMs: number; overheadMs: number };
}

/**
 * The model's answer within the limits of a telephone call. Throws `ReplyFailed` when the model fails or is slow, and
 * `TurnOver` when the turn has used up its time. The model is stopped when the reader stops reading.
 */
export async function* readReply(
  model: LanguageModel,
  request: Omit<ReplyRequest, 'signal'>,
  time: TurnTime,
  clock: Clock,
): AsyncGenerator<ReplyPart> {
  const controller = new AbortController();
  const parts = model.reply({ ...request, signal: controller.signal })[Symbol.asyncIterator]();
  let limit = FIRST_PART_MS;
  try {
    for (;;) {
      const before = clock.now();
      const next = await within(parts.next(), limit, time.startedAt + TURN_MS - before);
      time.modelMs += clock.now() - before;
      if (next.done) return;
      yield next.value;
      limit = NEXT_PART_MS;
    }
  } finally {
    controller.abort();
    // Not awaited: a model that hangs would hang here too.
    parts.return?.().catch(() => undefined);
  }
}

async function within<Value>(part: Promise<Value>, limit: number, left: number): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const error = left <= limit ? new TurnOver('no time left') : new ReplyFailed(`no answer for ${limit} ms`);
  const timer = setTimeout(() => late.reject(error), Math.max(0, Math.min(left, limit)));
  try {
    return await Promise.race([part.catch(fail), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function fail(cause: unknown): never {
  throw new ReplyFailed('the model failed', { cause });
}
