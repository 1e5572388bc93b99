import { createDynamoDbTokenStore } from '#shared/accounts/dynamodb-token-store.ts';
import { createDynamoDbUserStore } from '#shared/accounts/dynamodb-user-store.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import { createDynamoDbUsageStore } from '#shared/accounts/usage.ts';
import { createDynamoDbAssistantStore } from '#shared/assistants/dynamodb-assistant-store.ts';
import { createDynamoDbFailedCalls } from '#shared/call-life/repeated-call.ts';
import { createDynamoDbCallStore } from '#shared/calls/dynamodb-call-store.ts';
import { createDynamoDbDialQueue } from '#shared/calls/dynamodb-dial-queue.ts';
import { createDynamoDbNumberLines } from '#shared/calls/dynamodb-number-lines.ts';
import { createDynamoDbCallList, createDynamoDbSegmentCursor } from '#shared/calls/listing/dynamodb-call-list.ts';
import { createDynamoDbLiveCalls } from '#shared/calls/live-calls.ts';
import { createUsersInTurn } from '#shared/calls/users-in-turn.ts';
import { createDynamoDbWidgetAccounts } from '#shared/calls/widget-accounts.ts';
import { createDynamoDbCampaignStore, createDynamoDbDialerStore } from '#shared/campaigns/dynamodb-campaign-stores.ts';
import { createDynamoDbLeadStore } from '#shared/campaigns/dynamodb-lead-store.ts';
import { dayOfNumber } from '#shared/campaigns/number-day.ts';
import { createDynamoDbVoiceStore } from '#shared/catalog/voices.ts';
import { createDynamoDbConversationStore } from '#shared/conversations/dynamodb-conversation-store.ts';
import { createDynamoDbExpensiveAccounts } from '#shared/destinations/destinations.ts';
import { createDynamoDbDoNotCallStore } from '#shared/do-not-call/dynamodb-do-not-call-store.ts';
import { createDynamoDbPhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { createDynamoDbIdempotencyStore } from '#shared/platform/http/idempotency.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import { createDynamoDbRateStore } from '#shared/platform/rate-limit.ts';
import { withRetries } from '#shared/platform/table/table.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { createDynamoDbDueWorkStore } from '#shared/platform/timer/dynamodb-due-work-store.ts';
import { createQueueTimer, type DueWorkStore } from '#shared/platform/timer/timer.ts';
import { createDynamoDbSmsStore } from '#shared/sms/dynamodb-sms-store.ts';
import { createSmsLimits } from '#shared/sms/sms-deps.ts';
import { createDynamoDbToolUseStore } from '#shared/tools/dynamodb-tool-use-store.ts';
import { createDynamoDbUserToolStore } from '#shared/tools/dynamodb-user-tool-store.ts';
import { rememberWidgets } from '#shared/web-calls/remember-widgets.ts';
import {
  createDynamoDbEndpointHealthStore,
  createDynamoDbWebhookDeliveryStore,
} from '#shared/webhooks/dynamodb-webhook-stores.ts';
import { openSlot } from '#shared/webhooks/hanging-slot.ts';
import { smallSizes } from '#test/stores/call-history.ts';
import { createMemoryModels } from '#test/support/memory/models.ts';

interface StoreParts {
  clock: Clock;
  queue: Queue;
  logger: Logger;
  push: (id: string, event: unknown, afterMs: number) => void;
}

/** The stores of the service on one table. Segments of calls are closed when two are settled. */
export function createStores(table: Table, { clock, queue, logger, push }: StoreParts) {
  const stored = createDynamoDbDueWorkStore(table, logger);
  const dueWork: DueWorkStore = {
    ...stored,
    async add(work) {
      await stored.add(work);
      // The schedule ticks every minute: in the one that matters, it is sure to.
      const time = new Date(work.dueAt).toISOString();
      push('schedule/release-due-work', { id: 'tick', time }, work.dueAt + 60_000 - clock.now());
    },
  };
  const users = createDynamoDbUserStore(table);
  const rates = createDynamoDbRateStore(table, withRetries);
  const models = createMemoryModels();
  const assistants = createDynamoDbAssistantStore(table);
  return {
    assistants,
    widgets: rememberWidgets(assistants, clock),
    widgetAccounts: createDynamoDbWidgetAccounts(table),
    callList: createDynamoDbCallList(table, { ...smallSizes, first: 1, newest: 2 }),
    calls: createDynamoDbCallStore(table),
    campaigns: createDynamoDbCampaignStore(table),
    conversations: createDynamoDbConversationStore(table, clock),
    toolUses: createDynamoDbToolUseStore(table),
    deliveries: createDynamoDbWebhookDeliveryStore(table),
    dialer: createDynamoDbDialerStore(table),
    numberLines: createDynamoDbNumberLines(table),
    attemptLimit: { most: 3, dayOf: dayOfNumber },
    dialQueue: createDynamoDbDialQueue(table, { callsPerSecond: 10 }, createUsersInTurn(table)),
    liveCalls: createDynamoDbLiveCalls(table, { total: 10, perUser: 10 }),
    doNotCall: createDynamoDbDoNotCallStore(table, async () => ['erasure key']),
    dueWork,
    expensive: createDynamoDbExpensiveAccounts(table),
    endpoints: createDynamoDbEndpointHealthStore(table),
    hanging: openSlot,
    idempotency: createDynamoDbIdempotencyStore(table),
    failedCalls: createDynamoDbFailedCalls(table),
    leads: createDynamoDbLeadStore(table),
    limits: createSmsLimits({ rates, users, clock, perSecondPerUser: 10, waitingPerUser: 10 }),
    messages: createDynamoDbSmsStore(table),
    modelList: models.list,
    models,
    phoneNumbers: createDynamoDbPhoneNumberStore(table),
    rates,
    segmentCursor: createDynamoDbSegmentCursor(table),
    timer: createQueueTimer({ queue, dueWork, clock }),
    tokens: createDynamoDbTokenStore(table),
    usage: createDynamoDbUsageStore(table),
    users,
    voices: createDynamoDbVoiceStore(table),
    userTools: createDynamoDbUserToolStore(table),
    wallets: createDynamoDbWalletStore(table),
  };
}
