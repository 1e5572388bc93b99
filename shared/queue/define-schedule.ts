import * as v from 'valibot';
import { withLogContext } from '#shared/runtime/log-context.ts';

/** What EventBridge sends; the rest of it says nothing new. */
const ScheduledEvent = v.object({ id: v.string(), time: v.pipe(v.string(), v.isoTimestamp()) });

export interface ScheduleDefinition<Deps> {
  /** The manifest row of this schedule. */
  id: string;
  /** Makes the real dependencies; called once, on the first run. */
  deps: () => Deps;
  /** Does what is due by now. Two runs may overlap; one that fails is followed by the next. */
  handle: (deps: Deps) => Promise<void>;
}

export interface Schedule<Deps> {
  (event: unknown, context?: unknown): Promise<void>;
  schema: typeof ScheduledEvent;
  /** The same schedule on other dependencies, for tests. */
  with(deps: Deps): (event: unknown) => Promise<void>;
}

/** One function that runs by the clock. */
export function defineSchedule<Deps>(definition: ScheduleDefinition<Deps>): Schedule<Deps> {
  let deps: Deps | undefined;
  const real = scheduleHandler(definition, () => (deps ??= definition.deps()));
  return Object.assign(real, {
    schema: ScheduledEvent,
    with: (other: Deps) => scheduleHandler(definition, () => other),
  });
}

function scheduleHandler<Deps>({ id, handle }: ScheduleDefinition<Deps>, deps: () => Deps) {
  return async (event: unknown): Promise<void> => {
    const { id: requestId } = v.parse(ScheduledEvent, event);
    await withLogContext({ functionId: id, requestId }, () => handle(deps()));
  };
}
