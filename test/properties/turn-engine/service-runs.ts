import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '#shared/platform/clock.ts';
import type { AnswerPart } from '#test/properties/turn-engine/scheduled-model.ts';

export interface Run {
  /** How often the customer had spoken when it began. */
  epoch: number;
  /** The generation that it speaks for, once it holds the floor. */
  generation: number | undefined;
  /** Whether it is the one that ends the call. */
  hasLastWords: boolean;
  /** Whether a word of its answer was sent. */
  hasSpoken: boolean;
  /** Pieces that came through although the word had passed on. */
  overruns: number;
  /** What the model was going to answer it last. */
  answer: AnswerPart[];
  milliseconds: number;
}

/** The invocations of the service's functions, each known to whatever is done on its behalf. */
export function createRuns(clock: Clock) {
  const storage = new AsyncLocalStorage<Run>();
  const all: Run[] = [];
  const running: Array<Promise<unknown>> = [];
  return {
    all,
    current: () => storage.getStore(),
    start(epoch: number, invoke: () => Promise<unknown>): void {
      const begun = { generation: undefined, hasLastWords: false, hasSpoken: false, overruns: 0 };
      const run: Run = { epoch, ...begun, answer: [], milliseconds: 0 };
      const since = clock.now();
      all.push(run);
      const end = () => void (run.milliseconds = clock.now() - since);
      running.push(storage.run(run, invoke).finally(end));
    },
    settle: () => Promise.all(running),
  };
}
