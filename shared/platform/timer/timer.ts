import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import type { Clock } from '#shared/platform/clock.ts';
import { once } from '#shared/platform/environment.ts';
import { logger, withLogContext, type Logger } from '#shared/platform/observability/telemetry.ts';
import type { QueueMessage, QueueName } from '#shared/platform/queue/messages.ts';
import { MAX_DELAY_SECONDS, messageGroup, type Queue } from '#shared/platform/queue/queue.ts';

export interface Timer {
  /** @param dueAt epoch milliseconds; a time in the past fires at once. */
  at<Name extends QueueName>(dueAt: number, queue: Name, message: QueueMessage<Name>): Promise<void>;
  afterCallSeconds<Name extends QueueName>(seconds: number, queue: Name, message: QueueMessage<Name>): Promise<void>;
  /** In call seconds. */
  readonly latenessSeconds: number;
}

interface QueueTimerParts {
  queue: Queue;
  dueWork: Pick<DueWorkStore, 'add'>;
  clock: Clock;
}

export function createQueueTimer({ queue, dueWork, clock }: QueueTimerParts): Timer {
  const at: Timer['at'] = async (dueAt, name, message) => {
    const delaySeconds = secondsUntil(dueAt, clock);
    if (delaySeconds > MAX_DELAY_SECONDS) await dueWork.add({ dueAt, queue: name, message });
    else await queue.send(name, message, { ...messageGroup(message), delaySeconds });
  };
  return {
    at,
    afterCallSeconds: (seconds, name, message) => at(Math.round(clock.now() + clock.callMs(seconds)), name, message),
    // Delays are whole seconds of the wall clock.
    latenessSeconds: 1000 / clock.callMs(1),
  };
}

/** Rounded up: a timer may be late by a second, but hardly ever early. */
function secondsUntil(dueAt: number, clock: Clock): number {
  return Math.max(0, Math.ceil((dueAt - clock.now()) / 1000));
}

export interface DueWork<Name extends QueueName = QueueName> {
  dueAt: number;
  queue: Name;
  message: QueueMessage<Name>;
}

export interface DueWorkStore {
  add<Name extends QueueName>(work: DueWork<Name>): Promise<void>;
  /** Deletes after `release`: a crash repeats it. @param until epoch milliseconds; work is never added so near */
  releaseDue(until: number, release: (work: DueWork) => Promise<void>, share?: WorkerShare): Promise<number>;
}

export interface ReleaseDueWorkDeps {
  dueWork: DueWorkStore;
  queue: Queue;
  clock: Clock;
  logger: Logger;
}

/** The schedule runs once a minute and may be late by one. Timers so near are messages: nothing is added behind it. */
const AHEAD_MS = 120_000;

export async function releaseDueWork(share: WorkerShare, deps: ReleaseDueWorkDeps): Promise<number> {
  const { dueWork, queue, clock } = deps;
  const release = (work: DueWork) => {
    const delaySeconds = secondsUntil(work.dueAt, clock);
    return queue.send(work.queue, work.message, { ...messageGroup(work.message), delaySeconds });
  };
  const released = await dueWork.releaseDue(clock.now() + AHEAD_MS, release, share);
  if (released > 0) deps.logger.info('due work released', { released, ...share });
  return released;
}

/** One of the workers that a schedule starts at once, counted from 0. */
export interface WorkerShare {
  worker: number;
  workers: number;
}

export function shardsOf(count: number, { worker, workers }: WorkerShare = { worker: 0, workers: 1 }): number[] {
  return Array.from({ length: count }, (_, shard) => shard).filter((shard) => shard % workers === worker);
}

const ScheduledEvent = v.object({
  id: v.string(),
  time: v.pipe(v.string(), v.isoTimestamp()),
  share: v.optional(v.object({ worker: v.number(), workers: v.number() }), { worker: 0, workers: 1 }),
});

interface ScheduleDefinition<Deps> {
  id: string;
  deps: () => Deps;
  /** Two runs may overlap; one that fails is followed by the next. */
  handle: (deps: Deps, share: WorkerShare) => Promise<void>;
}

type ScheduleHandler = (event: unknown, context?: Context) => Promise<void>;

export interface Schedule<Deps> extends ScheduleHandler {
  schema: typeof ScheduledEvent;
  with(deps: Deps): ScheduleHandler;
}

export function defineSchedule<Deps>({ id, deps: makeDeps, handle }: ScheduleDefinition<Deps>): Schedule<Deps> {
  const scheduleOn = (deps: () => Deps): ScheduleHandler => {
    return async (event) => {
      const { id: requestId, share } = v.parse(ScheduledEvent, event);
      await withLogContext({ functionId: id, requestId }, async () => {
        try {
          await handle(deps(), share);
        } catch (error) {
          // Lambda's own line has no more than the message, and a run over all users collects its errors in one.
          logger.error('scheduled run failed', { error });
          throw error;
        }
      });
    };
  };
  return Object.assign(scheduleOn(once(makeDeps)), {
    schema: ScheduledEvent,
    with: (deps: Deps) => scheduleOn(() => deps),
  });
}
