import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { once } from '#shared/platform/environment.ts';
import { withLogContext } from '#shared/platform/observability/telemetry.ts';

/** One of the workers that a schedule starts at once, counted from 0. */
export interface WorkerShare {
  worker: number;
  workers: number;
}

/** The shards of one worker. Without a share, all of them. */
export function shardsOf(count: number, { worker, workers }: WorkerShare = { worker: 0, workers: 1 }): number[] {
  return Array.from({ length: count }, (_, shard) => shard).filter((shard) => shard % workers === worker);
}

/** The parts of an EventBridge event that are read. `share`: added by the rule of a schedule with several workers. */
const ScheduledEvent = v.object({
  id: v.string(),
  time: v.pipe(v.string(), v.isoTimestamp()),
  share: v.optional(v.object({ worker: v.number(), workers: v.number() }), { worker: 0, workers: 1 }),
});

export interface ScheduleDefinition<Deps> {
  /** The manifest row of this schedule. */
  id: string;
  /** Makes the real dependencies; called once, on the first run. */
  deps: () => Deps;
  /** Does what is due by now. Two runs may overlap; one that fails is followed by the next. */
  handle: (deps: Deps, share: WorkerShare) => Promise<void>;
}

type ScheduleHandler = (event: unknown, context?: Context) => Promise<void>;

export interface Schedule<Deps> extends ScheduleHandler {
  schema: typeof ScheduledEvent;
  /** The same schedule on other dependencies, for tests. */
  with(deps: Deps): ScheduleHandler;
}

/** One function that runs by the clock. A failure fails the invocation, which Lambda counts. */
export function defineSchedule<Deps>({ id, deps: makeDeps, handle }: ScheduleDefinition<Deps>): Schedule<Deps> {
  const scheduleOn = (deps: () => Deps): ScheduleHandler => {
    return async (event) => {
      const { id: requestId, share } = v.parse(ScheduledEvent, event);
      await withLogContext({ functionId: id, requestId }, () => handle(deps(), share));
    };
  };
  return Object.assign(scheduleOn(once(makeDeps)), {
    schema: ScheduledEvent,
    with: (deps: Deps) => scheduleOn(() => deps),
  });
}
