import type { Assistant } from '#shared/assistants/assistant.ts';
import type { ConversationsAtOnce } from '#shared/calls/live-calls.ts';
import type { IssuePass } from '#shared/web-calls/start-web-call.ts';
import { widgetId } from '#shared/web-calls/widget.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { createCountingIds, createFixedClock, createObservers } from '#test/support/fakes.ts';
import { createMemoryAssistantStore } from '#test/support/memory/accounts.ts';
import { createMemoryCallStore, createMemoryWalletStore } from '#test/support/memory/calls.ts';
import { createMemoryLiveCalls } from '#test/support/memory/dial-queue.ts';
import { createMemoryModels } from '#test/support/memory/models.ts';
import { createMemoryQueue, createMemoryRateStore, createMemoryTimer } from '#test/support/memory/platform.ts';

export const SHOP = 'https://shop.example.com';

interface Parts {
  assistant?: Partial<Assistant>;
  available?: number;
  atOnce?: ConversationsAtOnce;
  timeScale?: number;
  /** The deployment has no web calls. */
  isOff?: boolean;
}

/** A user with an assistant whose widget one shop may show, on memory twins. */
export function webCallScene({ assistant, available = 10_000_000, atOnce, timeScale, isOff = false }: Parts = {}) {
  const clock = createFixedClock(undefined, timeScale);
  const calls = createMemoryCallStore();
  calls.state.wallets.set(7, { balance: available, available });
  const look = { theme: 'dark', color: '#2563eb', position: 'top-left', allowed_origins: [SHOP] } as const;
  const stored = buildAssistant({ widgetSettings: { ...look, allowed_origins: [SHOP] }, ...assistant });
  const issuePass: IssuePass = async ({ userId, callId }) => ({
    accessToken: `pass-${userId}-${callId}`,
    expiresIn: 60,
    transport: 'twilio',
  });
  const deps = {
    assistants: createMemoryAssistantStore([stored]),
    wallets: createMemoryWalletStore(calls.state),
    calls,
    liveCalls: createMemoryLiveCalls(calls.line, atOnce),
    queue: createMemoryQueue(),
    timer: createMemoryTimer(clock),
    clock,
    ids: createCountingIds(clock),
    models: createMemoryModels(),
    rates: createMemoryRateStore(),
    issuePass: isOff ? undefined : issuePass,
    ...createObservers(),
  };
  return { ...deps, deps, assistant: stored, widget: widgetId(stored) };
}
