import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '#shared/platform/clock.ts';

/** Time that jumps to the next wait as soon as no request to the table is under way. */
export function createVirtualTime(start: number) {
  let now = start;
  let requests = 0;
  const waits: Array<{ at: number; resume: () => void }> = [];
  const clock: Clock = { now: () => now, callMs: (seconds) => seconds * 1000 };

  function at(time: number, resume: () => void): void {
    const position = waits.findIndex((wait) => wait.at > time);
    waits.splice(position === -1 ? waits.length : position, 0, { at: time, resume });
  }

  /** The same client, whose requests hold the time. */
  function watch(client: DynamoDBDocumentClient): DynamoDBDocumentClient {
    const send = (...args: unknown[]) => hold(() => Reflect.apply(client.send, client, args));
    return new Proxy(client, { get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)) });
  }

  const wait = (milliseconds: number) => new Promise<void>((resume) => at(now + milliseconds, resume));

  /** Holds the time until it is done. */
  async function hold(operation: () => Promise<unknown>): Promise<unknown> {
    requests += 1;
    try {
      return await operation();
    } finally {
      requests -= 1;
    }
  }

  /** The same store, all of whose methods are asynchronous. Each takes this long there and back, and no time for its retries. */
  function atDistance<Store extends object>(store: Store, milliseconds: number): Store {
    const remote =
      (method: (...args: unknown[]) => Promise<unknown>) =>
      async (...args: unknown[]) => {
        if (milliseconds > 0) await wait(milliseconds / 2);
        const answer = await hold(() => Reflect.apply(method, store, args));
        if (milliseconds > 0) await wait(milliseconds / 2);
        return answer;
      };
    return new Proxy(store, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? remote(member as never) : member;
      },
    });
  }

  return {
    clock,
    at,
    watch,
    atDistance,
    wait,
    /** Waits until no request is under way. */
    settle: () => settle(() => requests === 0),
    /** Runs until `isOver`, or until nothing waits. */
    async run(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        await settle(() => requests === 0);
        const next = waits.shift();
        if (!next) return;
        now = Math.max(now, next.at);
        next.resume();
      }
    },
  };
}

export type VirtualTime = ReturnType<typeof createVirtualTime>;

/** What a finished request has started is under way three turns of the event loop later. */
async function settle(isQuiet: () => boolean): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = isQuiet() ? quiet + 1 : 0) {
    await new Promise((resume) => setImmediate(resume));
  }
}
