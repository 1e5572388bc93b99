import type { AuditEntry } from '#infra/admin/audit/audit-log.ts';
import type { AdminDeps } from '#infra/admin/deps/admin-deps.ts';
import { runAdmin } from '#infra/admin/run-admin.ts';
import { destinationRules } from '#shared/destinations/destination-rules.ts';
import { createRandomIds } from '#shared/platform/ids.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import {
  createMemoryAssistantStore,
  createMemoryPhoneNumberStore,
  createMemoryTokenStore,
  createMemoryUserStore,
  createMemoryVoiceStore,
} from '#test/support/memory/accounts.ts';
import { createMemoryCallStore, createMemoryWallets, createMemoryWalletStore } from '#test/support/memory/calls.ts';
import {
  createMemoryCampaignStore,
  createMemoryDoNotCallStore,
  createMemoryLeadStore,
} from '#test/support/memory/campaigns.ts';
import { createMemoryCarrier } from '#test/support/memory/carrier.ts';
import { createMemoryConversationStore } from '#test/support/memory/conversations.ts';
import { createMemoryDialQueue } from '#test/support/memory/dial-queue.ts';
import { createMemoryModelStore } from '#test/support/memory/models.ts';
import { createMemoryQueue, createMemorySecrets } from '#test/support/memory/platform.ts';
import { createMemoryToolUses } from '#test/support/memory/tool-uses.ts';
import {
  createMemoryEndpointHealthStore,
  createMemoryWebhookDeliveryStore,
  createMemoryWebhookTransport,
} from '#test/support/memory/webhooks.ts';

const noDeadLetters: AdminDeps['deadLetters'] = {
  state: async (queue) => ({ queue, waiting: 0, inWork: 0, delayed: 0, deadLetters: 0 }),
  read: async () => [],
  redrive: async () => [],
};

function createMemoryAuditLog(): AdminDeps['audit'] & { entries: AuditEntry[] } {
  const entries: AuditEntry[] = [];
  return {
    entries,
    append: async (entry) => void entries.push(structuredClone(entry)),
    ofMonth: async () => structuredClone(entries),
  };
}

/** The command line on memory: `run` returns what a shell would see, `json` what `--json` prints. */
export function setupAdmin(others: Partial<Pick<AdminDeps, 'deadLetters' | 'logs'>> = {}) {
  const state = createMemoryWallets();
  const clock = createFixedClock();
  const carrier = createMemoryCarrier();
  const calls = createMemoryCallStore(state);
  const queue = createMemoryQueue();
  const deps = {
    users: createMemoryUserStore(state),
    wallets: createMemoryWalletStore(state),
    tokens: createMemoryTokenStore(),
    phoneNumbers: createMemoryPhoneNumberStore(),
    campaigns: createMemoryCampaignStore(),
    leads: createMemoryLeadStore(),
    doNotCall: createMemoryDoNotCallStore(),
    destinations: { rules: destinationRules() },
    voices: createMemoryVoiceStore(),
    voiceSamples: () => ({ put: async () => undefined, remove: async () => undefined }),
    models: createMemoryModelStore(),
    calls,
    callList: calls,
    assistants: createMemoryAssistantStore(),
    transport: createMemoryWebhookTransport(),
    allowLoopback: false,
    ending: () => ({
      calls,
      carrier,
      dialQueue: createMemoryDialQueue({ callsPerSecond: 1 }, calls.line),
      queue,
      clock,
    }),
    pause: async (milliseconds: number) => clock.move(milliseconds),
    conversations: createMemoryConversationStore(),
    toolUses: createMemoryToolUses(),
    deliveries: createMemoryWebhookDeliveryStore(),
    endpoints: createMemoryEndpointHealthStore(),
    queue,
    carrier,
    carrierNumbers: (account: string) => carrier(account),
    carrierPermissions: (account: string) => ({
      list: async () => [
        { country: 'GB', name: 'United Kingdom', ordinary: account === 'default', special: false, highRisk: false },
      ],
    }),
    carrierAccounts: () => ['default', 'second'],
    publicUrl: 'https://voice.example.com' as string | undefined,
    deadLetters: noDeadLetters,
    logs: { find: async () => [] },
    audit: createMemoryAuditLog(),
    written: () => ({ written: [], unknown: [] }),
    operator: async () => 'os:tester',
    usage: { ofMonth: async () => [] } as AdminDeps['usage'],
    erasure: (): ReturnType<AdminDeps['erasure']> => {
      throw new Error('erasing needs a table: test/slow/erasure.test.ts');
    },
    secrets: createMemorySecrets({ 'webhook-signing-key': 'key', 'erasure-key': 'erasure key' }),
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
