import type { Query } from '../../service/request.ts';

export interface StackEvents {
  /** What the webhook sink of the stack has received, the newest first. */
  webhooks: ReadonlyArray<{ receivedAt: string; path: string; verified: boolean; body: unknown }>;
  /** What happened to calls at the simulated carrier, the newest first. `at` is in milliseconds since 1970. */
  carrier: ReadonlyArray<{ at: number; to: string; type: string; data: unknown }>;
}

/** Only a local stack has them. */
export const listStackEvents = (): Query<StackEvents> => ({
  key: ['stack', 'events'],
  async read(signal) {
    const response = await fetch('/local/events', { signal });
    if (!response.ok) throw new Error(`The stack answered ${response.status}`);
    return response.json();
  },
});
