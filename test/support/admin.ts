import type { AdminDeps } from '#infra/admin/admin-deps.ts';
import { runAdmin } from '#infra/admin/run-admin.ts';
import { createMemoryCallStore } from '#shared/adapters/memory/memory-call-store.ts';
import { createMemoryCarrier } from '#shared/adapters/memory/memory-carrier.ts';
import { createMemoryCampaignStore } from '#shared/adapters/memory/memory-campaign-store.ts';
import { createMemoryConversationStore } from '#shared/adapters/memory/memory-conversation-store.ts';
import { createMemoryDoNotCallStore } from '#shared/adapters/memory/memory-do-not-call-store.ts';
import { createMemoryLeadStore } from '#shared/adapters/memory/memory-lead-store.ts';
import { createMemoryPhoneNumberStore } from '#shared/adapters/memory/memory-phone-number-store.ts';
import { createMemoryQueue } from '#shared/adapters/memory/memory-queue.ts';
import { createMemorySecrets } from '#shared/adapters/memory/memory-secrets.ts';
import { createMemoryTokenStore } from '#shared/adapters/memory/memory-token-store.ts';
import { createMemoryUserStore } from '#shared/adapters/memory/memory-user-store.ts';
import { createMemoryVoiceStore } from '#shared/adapters/memory/memory-voice-store.ts';
import { createMemoryWallets, createMemoryWalletStore } from '#shared/adapters/memory/memory-wallet-store.ts';
import { createMemoryWebhookDeliveryStore } from '#shared/adapters/memory/memory-webhook-delivery-store.ts';
import { createRandomIds } from '#shared/adapters/system/random-ids.ts';
import { createFixedClock } from '#test/support/fixed-clock.ts';

const noDeadLetters: AdminDeps['deadLetters'] = {
  state: async (queue) => ({ queue, waiting: 0, inWork: 0, delayed: 0, deadLetters: 0 }),
  read: async () => [],
  redrive: async () => [],
};

/** The command line on memory: `run` gives what a shell would see, `json` what `--json` prints. */
export function setupAdmin(others: Partial<Pick<AdminDeps, 'deadLetters' | 'logs'>> = {}) {
  const state = createMemoryWallets();
  const clock = createFixedClock();
  const carrier = createMemoryCarrier();
  const deps = {
    users: createMemoryUserStore(state),
    wallets: createMemoryWalletStore(state),
    tokens: createMemoryTokenStore(),
    phoneNumbers: createMemoryPhoneNumberStore(),
    campaigns: createMemoryCampaignStore(),
    leads: createMemoryLeadStore(),
    doNotCall: createMemoryDoNotCallStore(),
    voices: createMemoryVoiceStore(),
    calls: createMemoryCallStore(state),
    conversations: createMemoryConversationStore(),
    deliveries: createMemoryWebhookDeliveryStore(),
    queue: createMemoryQueue(),
    carrier,
    carrierNumbers: () => carrier,
    publicUrl: 'https://voice.example.com' as string | undefined,
    deadLetters: noDeadLetters,
    logs: { find: async () => [] },
    secrets: createMemorySecrets({ 'webhook-signing-key': 'key' }),
    clock,
    ids: createRandomIds(clock),
    ...others,
  };
  const run = async (...args: string[]) => {
    const printed = { out: '', error: '' };
    const exitCode = await runAdmin(args, {
      connect: async () => deps,
      out: (text) => (printed.out += text),
      error: (text) => (printed.error += text),
      env: {},
    });
    return { exitCode, ...printed };
  };
  const json = async <Shape = Record<string, unknown>>(...args: string[]) => {
    const { exitCode, out, error } = await run(...args, '--json');
    if (exitCode !== 0) throw new Error(error);
    return JSON.parse(out) as Shape;
  };
  return { deps, clock, state, run, json };
}
