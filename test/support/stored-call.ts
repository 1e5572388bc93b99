import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Call } from '#shared/calls/call.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { noCampaigns } from '#test/support/dialer-deps.ts';
import { createFixedClock, createObservers } from '#test/support/fakes.ts';
import { createMemoryCallStore } from '#test/support/memory/calls.ts';
import { createMemoryCarrier } from '#test/support/memory/carrier.ts';
import { createMemoryQueue } from '#test/support/memory/platform.ts';
import { toolsOn } from '#test/support/tools.ts';

/** One stored call with its money held, and memory twins of everything that moves it. */
export async function storeCall(call: Partial<Call> = {}, assistant: Partial<Assistant> = {}, timeScale = 1) {
  const clock = createFixedClock(undefined, timeScale);
  const calls = createMemoryCallStore();
  const stored = buildCall(call);
  calls.state.wallets.set(stored.userId, { balance: 10_000_000, available: 10_000_000 });
  const key = { userId: stored.userId, callId: stored.id };
  const entry = { ...key, carrierAccount: stored.carrierAccount, priority: 'interactive', fairnessRound: 0 } as const;
  const isWaiting = stored.status === 'initiated' && stored.claimedAt === null && stored.type === 'outbound';
  const campaigns = noCampaigns(clock, calls.line);
  const observers = createObservers();
  const configuration = { assistant: buildAssistant(assistant), variables: {} };
  await calls.createWithHold(stored, configuration, isWaiting ? entry : undefined);
  return {
    key,
    entry,
    clock,
    calls,
    carrier: createMemoryCarrier(),
    queue: createMemoryQueue(),
    ...campaigns,
    ...observers,
    tools: toolsOn({ ...campaigns, ...observers, calls, clock }),
    now: async () => calls.get(key),
  };
}

export const carrierCallId = `CA${'1'.padStart(32, '0')}`;

/** What the carrier asks when the connection to the service is lost: the customer is still on the line. */
export const lostConnection = {
  carrierCallId,
  outcome: 'failed',
  isLost: false,
  errorCode: '64105',
  sessionId: 'VX1',
  isCallUp: true,
} as const;
