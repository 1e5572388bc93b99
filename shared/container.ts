import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { S3Client } from '@aws-sdk/client-s3';
import type { TokenStore } from '#shared/accounts/account.ts';
import { createDynamoDbTokenStore, findAccessToken, recordTokenUse } from '#shared/accounts/dynamodb-token-store.ts';
import { createDynamoDbUserStore } from '#shared/accounts/dynamodb-user-store.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import { createDynamoDbUsageStore } from '#shared/accounts/usage.ts';
import { createAssistantReader } from '#shared/assistants/assistant-items.ts';
import { createDynamoDbAssistantStore } from '#shared/assistants/dynamodb-assistant-store.ts';
import type { MakeCallDeps } from '#shared/call-life/make-call.ts';
import { createDynamoDbFailedCalls } from '#shared/call-life/repeated-call.ts';
import { createCallToken, isCallToken, readConnectionToken, type CallTokenPurpose } from '#shared/calls/call-token.ts';
import type { CallKey } from '#shared/calls/call.ts';
import type { DialQueue } from '#shared/calls/dial-queue.ts';
import { createDynamoDbCallStore, createDynamoDbConversationCalls } from '#shared/calls/dynamodb-call-store.ts';
import { createDynamoDbDialQueue } from '#shared/calls/dynamodb-dial-queue.ts';
import { createDynamoDbNumberLines } from '#shared/calls/dynamodb-number-lines.ts';
import { createDynamoDbCallList, createDynamoDbSegmentCursor } from '#shared/calls/listing/dynamodb-call-list.ts';
import { createDynamoDbLiveCalls, type LiveCalls } from '#shared/calls/live-calls.ts';
import { createUsersInTurn } from '#shared/calls/users-in-turn.ts';
import { parseDailyHours } from '#shared/campaigns/calling-hours.ts';
import { waitingLeadsCloser } from '#shared/campaigns/close-waiting-leads.ts';
import { createDynamoDbCampaignStore, createDynamoDbDialerStore } from '#shared/campaigns/dynamodb-campaign-stores.ts';
import { createDynamoDbLeadStore } from '#shared/campaigns/dynamodb-lead-store.ts';
import { dayOfNumber } from '#shared/campaigns/number-day.ts';
import {
  createDynamoDbModelStore,
  createModelList,
  type ModelAccess,
  type ModelCatalogue,
} from '#shared/catalog/models.ts';
import { createDynamoDbVoiceStore } from '#shared/catalog/voices.ts';
import { createDynamoDbConversationStore } from '#shared/conversations/dynamodb-conversation-store.ts';
import { destinationRules as rulesOf } from '#shared/destinations/destination-rules.ts';
import { createDynamoDbExpensiveAccounts, type DestinationDeps } from '#shared/destinations/destinations.ts';
import type { DoNotCallStore } from '#shared/do-not-call/do-not-call.ts';
import {
  createDynamoDbDoNotCallCheck,
  createDynamoDbDoNotCallStore,
} from '#shared/do-not-call/dynamodb-do-not-call-store.ts';
import { createCatalogueLanguageModel } from '#shared/integrations/ai-sdk/catalogue-language-model.ts';
import { configuredProviders } from '#shared/integrations/ai-sdk/configured-providers.ts';
import { createOpenAiRealtimeCalls } from '#shared/integrations/openai/openai-realtime-calls.ts';
import { createDynamoDbPhoneNumberStore } from '#shared/numbers/phone-number.ts';
import { furtherCarrierAccounts } from '#shared/platform/carrier-settings.ts';
import { clock } from '#shared/platform/clock.ts';
import {
  destinationSettings,
  dynamo,
  environment,
  isRealtimeSimulated,
  once,
  quickRetries,
  shortRequests,
  sqs,
} from '#shared/platform/environment.ts';
import { createDynamoDbIdempotencyStore } from '#shared/platform/http/idempotency.ts';
import { ids } from '#shared/platform/ids.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { createSqsQueue } from '#shared/platform/queue/queue.ts';
import { createDynamoDbRateStore } from '#shared/platform/rate-limit.ts';
import { secrets } from '#shared/platform/secrets.ts';
import { withRetries, type Table } from '#shared/platform/table/table.ts';
import { createDueWorkWriter, createDynamoDbDueWorkStore } from '#shared/platform/timer/dynamodb-due-work-store.ts';
import { createQueueTimer } from '#shared/platform/timer/timer.ts';
import type { RealtimeCalls, RealtimeDeps } from '#shared/realtime/realtime-calls.ts';
import type { RecordingLinks, RecordingPolicy } from '#shared/recordings/recording.ts';
import { createS3RecordingLinks } from '#shared/recordings/s3-recording-links.ts';
import { createS3RecordingStore } from '#shared/recordings/s3-recording-store.ts';
import { createDynamoDbSmsList } from '#shared/sms/dynamodb-sms-list.ts';
import { createDynamoDbSmsStore } from '#shared/sms/dynamodb-sms-store.ts';
import { createSmsLimits, type SmsEvents, type SmsLimits } from '#shared/sms/sms-deps.ts';
import { createDynamoDbToolUseStore } from '#shared/tools/dynamodb-tool-use-store.ts';
import { createDynamoDbUserToolStore } from '#shared/tools/dynamodb-user-tool-store.ts';
import {
  createDynamoDbEndpointHealthStore,
  createDynamoDbWebhookDeliveryStore,
} from '#shared/webhooks/dynamodb-webhook-stores.ts';
import { createSmsEvents } from '#shared/webhooks/sms-webhook.ts';

// Small functions, so that a bundle contains only what its function uses.

export const table = (): Table => ({ client: dynamo(), tableName: environment.table() });
export const queue = () => createSqsQueue(sqs(), environment.queueUrl);
export const dueWork = () => createDynamoDbDueWorkStore(table(), logger);
export const timer = () => createQueueTimer({ queue: queue(), dueWork: createDueWorkWriter(table()), clock: clock() });
export const idempotency = () => createDynamoDbIdempotencyStore(table());

export const users = () => createDynamoDbUserStore(table());
export const usage = () => createDynamoDbUsageStore(table());
export const wallets = () => createDynamoDbWalletStore(table());
export const tokens = () => createDynamoDbTokenStore(table());
export const tokenFinder = (): Pick<TokenStore, 'findByHash' | 'recordUse'> => ({
  findByHash: (hash) => findAccessToken(table(), hash),
  recordUse: (token, use) => recordTokenUse(table(), token, use),
});

export const assistants = () => createDynamoDbAssistantStore(table());
export const assistantReader = () => createAssistantReader(table());
export const voices = () => createDynamoDbVoiceStore(table());
export const phoneNumbers = () => createDynamoDbPhoneNumberStore(table());

export const calls = () => createDynamoDbCallStore(table());
export const conversationCalls = () => createDynamoDbConversationCalls(table());
export const callList = () => createDynamoDbCallList(table());
export const segmentCursor = () => createDynamoDbSegmentCursor(table());
export function dialQueue(): DialQueue {
  const { CARRIER_CALLS_PER_SECOND } = environment.dialing();
  const rateOf = (perCallSecond: number) => ({ callsPerSecond: 1000 / clock().callMs(1 / perCallSecond) });
  const further = furtherCarrierAccounts();
  const rate = {
    ...rateOf(CARRIER_CALLS_PER_SECOND),
    furtherAccounts: Object.fromEntries(further.map(({ name, callsPerSecond }) => [name, rateOf(callsPerSecond)])),
  };
  return createDynamoDbDialQueue(table(), rate, createUsersInTurn(table()));
}
export function liveCalls(): LiveCalls {
  const { CONVERSATIONS_AT_ONCE, CONVERSATIONS_PER_USER } = environment.dialing();
  return createDynamoDbLiveCalls(table(), { total: CONVERSATIONS_AT_ONCE, perUser: CONVERSATIONS_PER_USER });
}
const FIFTEEN_MINUTES_SECONDS = 900;
/** By default what the carrier accepts in 15 minutes. */
function waitingCallsPerUser(): number {
  const { CARRIER_CALLS_PER_SECOND, WAITING_CALLS_PER_USER } = environment.dialing();
  return WAITING_CALLS_PER_USER ?? Math.ceil(CARRIER_CALLS_PER_SECOND * FIFTEEN_MINUTES_SECONDS);
}
export const numberLines = () => createDynamoDbNumberLines(table());
export const attemptLimit = () => ({ most: environment.dialing().ATTEMPTS_PER_DAY, dayOf: dayOfNumber });
export const makeCallDeps = (): MakeCallDeps => ({
  assistants: assistantReader(),
  phoneNumbers: phoneNumbers(),
  wallets: wallets(),
  calls: calls(),
  failedCalls: createDynamoDbFailedCalls(table()),
  destinations: destinations(),
  dialQueue: dialQueue(),
  waitingCallsPerUser: waitingCallsPerUser(),
  queue: queue(),
  clock: clock(),
  ids: ids(),
  logger,
  metrics,
  models: models(),
  doNotCall: doNotCallCheck(),
});

export const destinationRules = /* @__PURE__ */ once(() => rulesOf(destinationSettings()));
export const destinations = (): DestinationDeps => ({
  rules: destinationRules(),
  users: users(),
  expensive: createDynamoDbExpensiveAccounts(table()),
  rates: createDynamoDbRateStore(table(), withRetries),
  clock: clock(),
  logger,
  metrics,
});

export const campaigns = () => createDynamoDbCampaignStore(table());
export const leads = () => createDynamoDbLeadStore(table());
export const dialer = () => createDynamoDbDialerStore(table());
export const doNotCall = () => createDynamoDbDoNotCallStore(table(), () => secrets().getLive('erasure-key'));
export const doNotCallCheck = () => createDynamoDbDoNotCallCheck(table(), () => secrets().getLive('erasure-key'));
/** For what lists numbers and adds them, by a STOP too, and so needs no key of erased ones. */
export const listedNumbers = (): Pick<DoNotCallStore, 'add' | 'get' | 'list' | 'applyOptOut'> =>
  createDynamoDbDoNotCallStore(table(), async () => []);
export const closeWaitingLeads = () => waitingLeadsCloser({ leads: leads(), queue: queue(), clock: clock() });
export const callingHours = () => parseDailyHours(environment.callingHours());

export const managementClient = /* @__PURE__ */ once(
  () =>
    new ApiGatewayManagementApiClient({
      endpoint: environment.socketManagementUrl(),
      ...quickRetries(),
      ...shortRequests(),
    }),
);
export const conversations = () => createDynamoDbConversationStore(table(), clock());
export const toolUses = () => createDynamoDbToolUseStore(table());

export const modelStore = () => createDynamoDbModelStore(table());
export const modelList = /* @__PURE__ */ once(() => createModelList(modelStore(), clock(), environment.localModels()));
/** On a local stack, a key may be entered at any time. */
export const models = (): ModelCatalogue => ({
  list: modelList(),
  get access() {
    return modelAccess();
  },
});
function modelAccess(): ModelAccess {
  const { OPENAI_ENABLED, BEDROCK_REGION, REHEARSAL_MODEL } = environment.languageModels();
  return {
    openai: OPENAI_ENABLED,
    bedrock: BEDROCK_REGION,
    local: environment.localModels(),
    speech: environment.realtimeProjectId() !== undefined,
    isSpeechSimulated: isRealtimeSimulated(),
    rehearsal: REHEARSAL_MODEL,
  };
}
export const languageModel = /* @__PURE__ */ once(() =>
  createCatalogueLanguageModel({ models: models(), providers: configuredProviders, clock: clock() }),
);

export const smsMessages = () => createDynamoDbSmsStore(table());
export const smsEvents = (): SmsEvents => createSmsEvents({ users: users(), queue: queue(), timer: timer() });
export const smsList = () => createDynamoDbSmsList(table(), { now: () => clock().now() });
export function smsLimits(): SmsLimits {
  const { SMS_PER_SECOND_PER_USER, SMS_WAITING_PER_USER, SMS_WAITING_AT_ONCE } = environment.sms();
  return createSmsLimits({
    rates: createDynamoDbRateStore(table(), withRetries),
    users: users(),
    clock: clock(),
    perSecondPerUser: SMS_PER_SECOND_PER_USER,
    waitingPerUser: SMS_WAITING_PER_USER,
    waitingAtOnce: SMS_WAITING_AT_ONCE,
  });
}

export const webhookEndpoints = () => createDynamoDbEndpointHealthStore(table());
export const webhookDeliveries = () => createDynamoDbWebhookDeliveryStore(table());

export const userTools = () => createDynamoDbUserToolStore(table());

export const recordings = () =>
  // With the SDK's own waits, up to 15 s: an upload that fails is fetched from the carrier again, up to 115 MB.
  createS3RecordingStore(new S3Client({ maxAttempts: 5 }), environment.recordingsBucket(), recordingLinks());
/** Signed with what the client of the table has resolved. */
export const recordingLinks = (): RecordingLinks =>
  createS3RecordingLinks(dynamo().config, { name: environment.recordingsBucket(), endpoint: environment.s3Endpoint() });
export const recordingPolicy = (): RecordingPolicy => ({
  publicUrl: environment.publicUrl(),
  retentionDays: environment.recordingRetentionDays(),
});

/** It is not the carrier's token, whose holders could otherwise connect to any call. */
export const callTokenKey = () => secrets().get('call-token-key');
export async function isTokenOfCall(
  token: string,
  purpose: CallTokenPurpose,
  key: CallKey,
  peerId: string,
): Promise<boolean> {
  const accept = (tokenKey: string) => isCallToken(token, tokenKey, purpose, key, peerId) || undefined;
  return (await secrets().match('call-token-key', accept)) === true;
}
/** Undefined if the token was not issued for this call and this call id of the carrier. */
export async function connectionOfToken(token: string, key: CallKey, carrierCallId: string) {
  return secrets().match('call-token-key', (tokenKey) => readConnectionToken(token, tokenKey, { key, carrierCallId }));
}

export const realtimeCalls = (): RealtimeCalls =>
  createOpenAiRealtimeCalls({
    apiUrl: environment.realtimeApiUrl(),
    apiKey: () => secrets().get('openai-api-key'),
    logger,
  });
export const isBridgeToken = (token: string, key: CallKey, carrierCallId: string): Promise<boolean> =>
  isTokenOfCall(token, 'bridge', key, carrierCallId);
export const isToolsToken = (token: string, key: CallKey, realtimeCallId: string): Promise<boolean> =>
  isTokenOfCall(token, 'tools', key, realtimeCallId);
export async function toolsOf(key: CallKey, realtimeCallId: string): Promise<{ url: string; token: string }> {
  const origin = environment.publicUrl().replace(/\/$/, '');
  return {
    url: `${origin}/carrier/openai/calls/${key.userId}/${key.callId}/tools`,
    token: createCallToken(await callTokenKey(), 'tools', key, realtimeCallId),
  };
}
export const realtimeDeps = (): RealtimeDeps => ({ ...realtimeParts(), calls: calls() });
/** Without dialling, money and lists, which a conversation does not need. */
export const realtimeParts = (): Omit<RealtimeDeps, 'calls'> => ({
  conversations: conversations(),
  queue: queue(),
  timer: timer(),
  clock: clock(),
  logger,
  metrics,
});
