import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { S3Client } from '@aws-sdk/client-s3';
import type { UserStore, TokenStore, WalletStore } from '#shared/accounts/account.ts';
import { createDynamoDbTokenStore, findAccessToken } from '#shared/accounts/dynamodb-token-store.ts';
import { createDynamoDbUserStore } from '#shared/accounts/dynamodb-user-store.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet-store.ts';
import type { AssistantStore } from '#shared/assistants/assistant-store.ts';
import { createDynamoDbAssistantStore } from '#shared/assistants/dynamodb-assistant-store.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import { createCallToken, isCallToken } from '#shared/calls/call-token.ts';
import type { CallKey } from '#shared/calls/call.ts';
import type { Carrier, CallInstructions } from '#shared/calls/carrier.ts';
import type { DialQueue } from '#shared/calls/dial-queue.ts';
import { createDynamoDbCallStore } from '#shared/calls/dynamodb-call-store.ts';
import { createDynamoDbDialQueue } from '#shared/calls/dynamodb-dial-queue.ts';
import type { CallList } from '#shared/calls/listing/call-list.ts';
import { createDynamoDbCallList } from '#shared/calls/listing/dynamodb-call-list.ts';
import { parseDailyHours, type DailyHours } from '#shared/campaigns/calling-hours.ts';
import type { CampaignStore } from '#shared/campaigns/campaign.ts';
import type { DialerStore } from '#shared/campaigns/dialler.ts';
import type { DoNotCallStore } from '#shared/campaigns/do-not-call.ts';
import { createDynamoDbCampaignStore } from '#shared/campaigns/dynamodb-campaign-store.ts';
import { createDynamoDbDialerStore } from '#shared/campaigns/dynamodb-dialler-store.ts';
import { createDynamoDbDoNotCallStore } from '#shared/campaigns/dynamodb-do-not-call-store.ts';
import { createDynamoDbLeadStore } from '#shared/campaigns/dynamodb-lead-store.ts';
import type { LeadStore } from '#shared/campaigns/lead-store.ts';
import { createDynamoDbVoiceStore } from '#shared/catalog/dynamodb-voice-store.ts';
import type { VoiceStore } from '#shared/catalog/voices.ts';
import type { ConversationStore } from '#shared/conversations/conversation-store.ts';
import { createDynamoDbConversationStore } from '#shared/conversations/dynamodb-conversation-store.ts';
import type { LanguageModel } from '#shared/conversations/language-model.ts';
import { createCatalogueLanguageModel, type Providers } from '#shared/integrations/ai-sdk/catalogue-language-model.ts';
import { createOpenAiRealtimeCalls } from '#shared/integrations/openai/openai-realtime-calls.ts';
import { createTwilioCallInstructions } from '#shared/integrations/twilio/call-instructions.ts';
import { isRelayToken, isSignedUpgrade } from '#shared/integrations/twilio/signature.ts';
import { createTwilioApi } from '#shared/integrations/twilio/twilio-api.ts';
import { createTwilioCarrier } from '#shared/integrations/twilio/twilio-carrier.ts';
import { createTwilioNumbers } from '#shared/integrations/twilio/twilio-numbers.ts';
import { createTwilioMedia, createTwilioRecordings } from '#shared/integrations/twilio/twilio-recordings.ts';
import { createDynamoDbPhoneNumberStore } from '#shared/numbers/dynamodb-phone-number-store.ts';
import type { PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import { dynamo, sqs, plainHttp } from '#shared/platform/clients.ts';
import { createSystemClock, type Clock } from '#shared/platform/clock.ts';
import { environment, once } from '#shared/platform/environment.ts';
import { createDynamoDbIdempotencyStore } from '#shared/platform/http/dynamodb-idempotency-store.ts';
import type { IdempotencyStore } from '#shared/platform/http/idempotency.ts';
import { createRandomIds, type IdSource } from '#shared/platform/ids.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { createSqsQueue, type Queue } from '#shared/platform/queue/queue.ts';
import { createSecretsManagerSecrets, createFileSecrets, type Secrets } from '#shared/platform/secrets.ts';
import { createApiGatewaySocket, type ConversationSocket } from '#shared/platform/socket/socket-client.ts';
import type { Table } from '#shared/platform/table/table.ts';
import type { DueWorkStore } from '#shared/platform/timer/due-work.ts';
import { createDynamoDbDueWorkStore } from '#shared/platform/timer/dynamodb-due-work-store.ts';
import { createQueueTimer, type Timer } from '#shared/platform/timer/timer.ts';
import type { RealtimeCalls, RealtimeDeps } from '#shared/realtime/realtime-calls.ts';
import type { RecordingStore, RecordingPolicy, CarrierRecordings } from '#shared/recordings/recording.ts';
import { createS3RecordingStore } from '#shared/recordings/s3-recording-store.ts';
import { createDynamoDbSmsStore } from '#shared/sms/dynamodb-sms-store.ts';
import type { SmsStore } from '#shared/sms/sms-store.ts';
import { createDynamoDbWebhookDeliveryStore } from '#shared/webhooks/dynamodb-webhook-store.ts';
import { createHttpWebhookTransport } from '#shared/webhooks/http-webhook-transport.ts';
import type { WebhookDeliveryStore, WebhookTransport } from '#shared/webhooks/webhook.ts';

export function table(): Table {
  return { client: dynamo(), tableName: environment.table() };
}

export function clock(): Clock {
  return createSystemClock(environment.timeScale);
}

export function ids(): IdSource {
  return createRandomIds(clock());
}

export function queue(): Queue {
  return createSqsQueue(sqs(), environment.queueUrl);
}

export function timer(): Timer {
  return createQueueTimer({ queue: queue(), dueWork: dueWork(), clock: clock() });
}

export function dueWork(): DueWorkStore {
  return createDynamoDbDueWorkStore(table(), logger);
}

/** One for the whole process, because it holds the cache. */
const sharedSecrets = /* @__PURE__ */ once((): Secrets => {
  const { SECRETS_FILE, SECRETS_PREFIX } = environment.secrets();
  return SECRETS_FILE === undefined
    ? createSecretsManagerSecrets(SECRETS_PREFIX, clock())
    : createFileSecrets(SECRETS_FILE, clock());
});

export function secrets(): Secrets {
  return sharedSecrets();
}

export function users(): UserStore {
  return createDynamoDbUserStore(table());
}

export function tokens(): TokenStore {
  return createDynamoDbTokenStore(table());
}

/** The reading half of the token store: all that the authorizer needs, so all that its bundle holds. */
export function tokenFinder(): Pick<TokenStore, 'findByHash'> {
  return { findByHash: (hash) => findAccessToken(table(), hash) };
}

export function wallets(): WalletStore {
  return createDynamoDbWalletStore(table());
}

export function idempotency(): IdempotencyStore {
  return createDynamoDbIdempotencyStore(table());
}

export function assistants(): AssistantStore {
  return createDynamoDbAssistantStore(table());
}

export function voices(): VoiceStore {
  return createDynamoDbVoiceStore(table());
}

export function phoneNumbers(): PhoneNumberStore {
  return createDynamoDbPhoneNumberStore(table());
}

export function calls(): CallStore {
  return createDynamoDbCallStore(table());
}

export function callList(): CallList {
  return createDynamoDbCallList(table());
}

export function dialQueue(): DialQueue {
  const { CARRIER_CALLS_PER_SECOND } = environment.dialing();
  return createDynamoDbDialQueue(table(), {
    callsPerSecond: 1000 / clock().callMs(1 / CARRIER_CALLS_PER_SECOND),
  });
}

export function conversations(): ConversationStore {
  return createDynamoDbConversationStore(table(), clock());
}

export function campaigns(): CampaignStore {
  return createDynamoDbCampaignStore(table());
}

export function leads(): LeadStore {
  return createDynamoDbLeadStore(table());
}

export function dialer(): DialerStore {
  return createDynamoDbDialerStore(table());
}

export function doNotCall(): DoNotCallStore {
  return createDynamoDbDoNotCallStore(table());
}

/** When people may be called at all, in their own time. */
export function callingHours(): DailyHours {
  return parseDailyHours(environment.dialing().CALLING_HOURS);
}

export function smsMessages(): SmsStore {
  return createDynamoDbSmsStore(table());
}

export function webhookDeliveries(): WebhookDeliveryStore {
  return createDynamoDbWebhookDeliveryStore(table());
}

export function webhookTransport(): WebhookTransport {
  const { WEBHOOK_ALLOW_LOOPBACK } = environment.webhooks();
  return createHttpWebhookTransport({ allowLoopback: WEBHOOK_ALLOW_LOOPBACK, clock: clock() });
}

export function recordings(): RecordingStore {
  return createS3RecordingStore(new S3Client({ maxAttempts: 5 }), environment.recordingsBucket());
}

export function recordingPolicy(): RecordingPolicy {
  return { publicUrl: environment.publicUrl(), retentionDays: environment.recordingRetentionDays() };
}

/** Whether the carrier signed this WebSocket upgrade to our own address. */
export async function isConnectionSigned(signature: string): Promise<boolean> {
  return isSignedUpgrade({ authToken: await twilioAuthToken(), signature, socketUrl: environment.socketUrl() });
}

/** Whether this token was given out for this call of ours and of the carrier's. */
export async function isTokenOfCall(token: string, key: CallKey, carrierCallId: string): Promise<boolean> {
  return isRelayToken(token, await twilioAuthToken(), key, carrierCallId);
}

export function carrier(): Carrier {
  const { TWILIO_ACCOUNT_SID, TWILIO_API_URL } = environment.carrier();
  const api = createTwilioApi({ apiUrl: TWILIO_API_URL, accountSid: TWILIO_ACCOUNT_SID, authToken: twilioAuthToken });
  return createTwilioCarrier(api, environment.publicUrl());
}

/** The numbers of the carrier's account, for whoever does not serve its callbacks. */
export function carrierNumbers(): Pick<Carrier, 'findNumber' | 'pointNumber'> {
  const { TWILIO_ACCOUNT_SID, TWILIO_API_URL } = environment.carrier();
  return createTwilioNumbers(
    createTwilioApi({ apiUrl: TWILIO_API_URL, accountSid: TWILIO_ACCOUNT_SID, authToken: twilioAuthToken }),
  );
}

export function carrierRecordings(): CarrierRecordings {
  const { TWILIO_ACCOUNT_SID, TWILIO_API_URL } = environment.carrier();
  const options = { apiUrl: TWILIO_API_URL, accountSid: TWILIO_ACCOUNT_SID, authToken: twilioAuthToken };
  return createTwilioRecordings(createTwilioApi(options), createTwilioMedia(options));
}

export function callInstructions(): CallInstructions {
  return createTwilioCallInstructions({
    publicUrl: environment.publicUrl(),
    socketUrl: environment.socketUrl(),
    realtimeProjectId: environment.realtimeProjectId(),
    authToken: twilioAuthToken,
  });
}

/** The token that signs the carrier's callbacks and opens its API. */
export function twilioAuthToken(): Promise<string> {
  return secrets().get('twilio-auth-token');
}

const managementClient = /* @__PURE__ */ once(
  // A frame that waits for three tries comes too late for a conversation anyway.
  () =>
    new ApiGatewayManagementApiClient({ endpoint: environment.socketManagementUrl(), maxAttempts: 3, ...plainHttp }),
);

export function conversationSocket(): ConversationSocket {
  return createApiGatewaySocket(managementClient());
}

const catalogueModel = /* @__PURE__ */ once(() => createCatalogueLanguageModel(configuredProviders(), logger));

export function languageModel(): LanguageModel {
  return catalogueModel();
}

function configuredProviders(): Providers {
  const { OPENAI_ENABLED, OPENAI_BASE_URL, BEDROCK_REGION } = environment.languageModels();
  return {
    ...(OPENAI_ENABLED ? { openai: { apiKey: () => secrets().get('openai-api-key'), baseUrl: OPENAI_BASE_URL } } : {}),
    ...(BEDROCK_REGION === undefined
      ? {}
      : // The SDK's own chain: the function's role in AWS, a profile on a developer's machine.
        { bedrock: { region: BEDROCK_REGION, credentials: () => dynamo().config.credentials() } }),
  };
}

export function realtimeCalls(): RealtimeCalls {
  return createOpenAiRealtimeCalls({
    apiUrl: environment.realtimeApiUrl(),
    apiKey: () => secrets().get('openai-api-key'),
    logger,
  });
}

/** Whether a call that comes to the speech model is the one that the carrier was told to bridge. */
export async function isBridgeToken(token: string, key: CallKey, carrierCallId: string): Promise<boolean> {
  return isCallToken(token, await twilioAuthToken(), 'bridge', key, carrierCallId);
}

/** Whether who wants to use the tools of a call is the model that holds it. */
export async function isToolsToken(token: string, key: CallKey, realtimeCallId: string): Promise<boolean> {
  return isCallToken(token, await twilioAuthToken(), 'tools', key, realtimeCallId);
}

/** Where the model finds the tools of a call, and what it shows there. */
export async function toolsOf(key: CallKey, realtimeCallId: string): Promise<{ url: string; token: string }> {
  const origin = environment.publicUrl().replace(/\/$/, '');
  return {
    url: `${origin}/carrier/openai/calls/${key.userId}/${key.callId}/tools`,
    token: createCallToken(await twilioAuthToken(), 'tools', key, realtimeCallId),
  };
}

export function realtimeDeps(): RealtimeDeps {
  return {
    calls: calls(),
    conversations: conversations(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    logger,
    metrics,
  };
}
