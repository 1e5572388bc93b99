import type { Death } from '#infra/local/aws/queues/delivery.ts';

export type Fate = 'lives' | 'dies before' | 'dies after' | 'is dead';

/** The error of Lambda's Node.js runtime when its process dies. */
class RuntimeExited extends Error {
  override readonly name = 'Runtime.ExitError';
  constructor() {
    super('Error: Runtime exited with error: signal: killed');
  }
}

interface Victim {
  requests: number;
  death: Death;
  die: (error: Error) => void;
  isDead: boolean;
}

/** The invocations that die by one of their requests to AWS. */
export function createDeaths() {
  const victims = new Map<string, Victim>();
  let dead = 0;
  return {
    /** Rejects when the invocation dies. */
    whenKilled(invocationId: string, death: Death): Promise<never> {
      const { promise, reject } = Promise.withResolvers<never>();
      victims.set(invocationId, { requests: 0, death, die: reject, isDead: false });
      return promise;
    },
    /** To be asked for each request of an invocation: whether it dies by it, or has died before. */
    fateOf(invocationId: string | undefined): Fate {
      const victim = victims.get(invocationId ?? '');
      if (!victim) return 'lives';
      if (victim.isDead) return 'is dead';
      victim.requests += 1;
      if (victim.requests < victim.death.atRequest) return 'lives';
      victim.isDead = true;
      dead += 1;
      victim.die(new RuntimeExited());
      return `dies ${victim.death.when}`;
    },
    count: () => dead,
  };
}
