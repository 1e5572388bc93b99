import type { Clock } from '#shared/platform/clock.ts';
import { createRecordId, type IdSource } from '#shared/platform/ids.ts';
import type { LogFields, Logger, Metrics } from '#shared/platform/observability/telemetry.ts';

export function createFixedClock(
  start = Date.UTC(2026, 5, 30, 11, 53, 20),
  timeScale = 1,
): Clock & { move(milliseconds: number): void } {
  let now = start;
  return {
    now: () => now,
    callMs: (seconds) => (seconds * 1000) / timeScale,
    move: (milliseconds) => void (now += milliseconds),
  };
}

/** Ids that are never drawn twice, at the time of the clock. */
export function createCountingIds(clock: Clock): IdSource {
  let drawn = 0;
  return {
    recordId: () => {
      drawn += 1;
      return createRecordId(clock.now(), () => 0) + drawn;
    },
    uuid: () => {
      drawn += 1;
      return `00000000-0000-4000-8000-${String(drawn).padStart(12, '0')}`;
    },
  };
}

export function createObservers() {
  const lines: Array<{ level: string; message: string; fields: LogFields | undefined }> = [];
  const counts: Array<{ name: string; dimensions: Record<string, string> | undefined; amount?: number }> = [];
  const write = (level: string) => (message: string, fields?: LogFields) => void lines.push({ level, message, fields });
  const logger: Logger = { info: write('info'), warn: write('warn'), error: write('error') };
  const metrics: Metrics = {
    count: (name, dimensions, amount) =>
      void counts.push({ name, dimensions, ...(amount === undefined ? {} : { amount }) }),
    duration: () => undefined,
  };
  return { logger, metrics, lines, counts };
}

/** A reproducible source of random numbers (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability: number) => next() < probability,
    pick: <T>(values: readonly T[]): T => values[below(values.length)]!,
  };
}

export type Random = ReturnType<typeof createRandom>;

/** The process dies at one call of one dependency, before or after its effect; later calls get through. */
export function crashAt<Deps extends object>(deps: Deps, step: number, when: 'before' | 'after') {
  let calls = 0;
  const guard = (run: () => unknown): unknown => {
    calls += 1;
    if (calls !== step) return run();
    if (when === 'before') throw new Error('crashed');
    const result = run();
    if (result instanceof Promise) return result.then(() => Promise.reject(new Error('crashed')));
    throw new Error('crashed');
  };
  const wrapped = Object.entries(deps).map(([name, dependency]: [string, unknown]) => [name, wrap(dependency, guard)]);
  return { deps: Object.fromEntries(wrapped) as Deps, crashed: () => calls >= step };
}

function wrap(dependency: unknown, guard: (run: () => unknown) => unknown): unknown {
  if (typeof dependency === 'function')
    return (...args: unknown[]) => guard(() => Reflect.apply(dependency, undefined, args));
  if (typeof dependency !== 'object' || dependency === null) return dependency;
  return new Proxy(dependency, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => guard(() => Reflect.apply(member, target, args));
    },
  });
}

/** Dependencies that throw on any access. */
export function untouchable(): never {
  const get = (_: object, name: string | symbol) => {
    throw new Error(`unexpected use of ${String(name)}`);
  };
  return new Proxy({}, { get }) as never;
}
