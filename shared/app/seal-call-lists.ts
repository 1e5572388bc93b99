import type { CallList } from '#shared/ports/call-list.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { UserStore } from '#shared/ports/user-store.ts';

export interface SealCallListsDeps {
  callList: CallList;
  users: UserStore;
  clock: Clock;
  logger: Logger;
}

const USERS_AT_ONCE = 10;
/** About 200,000 calls of one user in a run; the next run goes on. */
const STEPS_PER_USER = 200;

/** Prepares the lists of every user's calls. Finished calls have mostly done so: this is for those who make no more. */
export async function sealCallLists(deps: SealCallListsDeps): Promise<void> {
  const { callList, users, clock, logger } = deps;
  const waiting = await users.list();
  let steps = 0;
  const failures: unknown[] = [];
  const work = async () => {
    for (let user = waiting.shift(); user !== undefined; user = waiting.shift()) {
      try {
        steps += await callList.seal(user.id, clock.now(), STEPS_PER_USER);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: USERS_AT_ONCE }, work));
  if (steps > 0) logger.info('calls sealed', { steps });
  if (failures.length > 0) throw new AggregateError(failures, `the calls of ${failures.length} users were not sealed`);
}
