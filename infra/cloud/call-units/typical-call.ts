import { itemBytes } from '#infra/cloud/call-units/item-size.ts';
import { DEFAULT_CALLS_ALLOWED } from '#shared/accounts/account.ts';
import { toAssistantItem } from '#shared/assistants/assistant-items.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { assistantDefaults } from '#shared/assistants/settings.ts';
import { toCallConfigurationItem, toCallBodyItem } from '#shared/calls/call-items.ts';
import type { Call, CallBody } from '#shared/calls/call.ts';
import { toSummaryRow } from '#shared/calls/listing/summary.ts';
import { toShownCallText } from '#shared/calls/shown-call.ts';
import { phrasesFor } from '#shared/catalog/languages.ts';
import type { ConversationEvent } from '#shared/conversations/conversation-items.ts';
import { toScriptSourceItem } from '#shared/conversations/conversation-script-items.ts';
import { newConversationState } from '#shared/conversations/conversation.ts';
import type { ConversationScript } from '#shared/conversations/script.ts';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { endpointOf, unknownEndpoint } from '#shared/webhooks/endpoint-health.ts';
import { webhookDeliveryId } from '#shared/webhooks/webhook.ts';

/** The call that the costs assume: two minutes, six exchanges, one webhook that is delivered at the first attempt. */
export const TURNS = 6;
const PROMPT_CHARACTERS = 1500;
export const MINUTES = 2;
/** Frames in which an answer of the assistant is sent. */
export const CLAUSES = 3;

const at = Date.UTC(2026, 5, 30, 12);
const userId = 1;
const id = createRecordId(at, () => 0.5);
const connectionId = 'A1b2C3d4E5f6G7h=';
const text = (characters: number) => 'A sentence as it is spoken on the telephone. '.repeat(200).slice(0, characters);
const prompt = text(PROMPT_CHARACTERS);
const variables = { customer_name: 'Ada Lovelace', appointment: 'Tuesday at ten' };

const webhookUrl = 'https://customer.example.com/hooks/calls';
const assistant: Assistant = {
  ...assistantDefaults,
  id,
  userId,
  uuid: '0b9f6a0e-6d6f-4a5c-9d7e-3c1f2b4a5d6e',
  name: 'Appointment reminder',
  type: 'outbound',
  mode: 'pipeline',
  status: 'active',
  voiceId: 1,
  language: 'English',
  languageId: 1,
  llmModelId: 1,
  multimodalModelId: null,
  timezone: 'Europe/Berlin',
  initialMessage: text(80),
  systemPrompt: prompt,
  isWebhookActive: true,
  webhookUrl,
  inboundWebhookUrl: null,
  fillerConfig: phrasesFor(1).fillers,
  createdAt: at,
  updatedAt: at,
  version: 1,
};

const call: Call = {
  id,
  userId,
  type: 'outbound',
  status: 'ended_by_customer',
  assistantId: id,
  assistantName: assistant.name,
  campaignId: null,
  campaignName: null,
  clientPhoneNumber: '+12025550100',
  assistantPhoneNumber: '+12025550001',
  carrierAccount: DEFAULT_CARRIER_ACCOUNT,
  answeredBy: 'human',
  durationSeconds: MINUTES * 60,
  latency: '6 25/40 420/780 460/830 790/1160 1390/1760',
  carrierCost: 28_000,
  totalCost: 148_000,
  hold: 740_000,
  allowedSeconds: 600,
  claimedAt: at,
  carrierCallId: `CA${'0'.repeat(32)}`,
  answeredAt: at,
  endedAt: at,
  endedBy: 'customer',
  connectionId,
  recording: null,
  createdAt: at,
  updatedAt: at,
};

const said = { kind: 'customer_said' as const, at, text: text(60) };
const timing = { promptAt: at, askedAt: at, firstTokenAt: at };
const answered: ConversationEvent = {
  kind: 'assistant_said',
  at,
  generation: 1,
  text: text(140),
  timing,
  words: [said],
};

const body: CallBody = {
  variables,
  turns: Array.from({ length: TURNS }, () => [
    { sender: 'human' as const, text: text(60), timestamp: at },
    { sender: 'bot' as const, text: text(140), timestamp: at },
  ]).flat(),
  evaluation: { status: true, summary: text(200) },
  hasWebhook: true,
  webhookResponse: null,
};
const webhookResponse = { status: 200, body: '{"ok":true}', attempts: 1, deliveredAt: at };

const script: ConversationScript = {
  languageId: 1,
  locale: 'en-US',
  systemPrompt: prompt,
  greeting: text(80),
  modelId: 1,
  temperature: 0.1,
  assistantTools: [],
  isCampaign: false,
  reengagementInterval: 30,
  maxSilenceDuration: 40,
  allowedSeconds: 600,
  allowInterruptions: true,
  wordsToInterrupt: 0,
  mailboxMessage: null,
  maxHoldDuration: 180,
  fillers: null,
};

const event = 'call.completed';
const delivery = {
  id: webhookDeliveryId(id, event),
  userId,
  callId: id,
  event,
  url: assistant.webhookUrl,
  status: 'delivered',
  attempts: [{ at, status: 200, problem: null, durationMs: 120 }],
  createdAt: at,
};
const endpoint = {
  ...unknownEndpoint(endpointOf(userId, webhookUrl)),
  observedAt: at,
  lastSuccessAt: at,
  version: 1,
};
const expiresAt = Math.floor(at / 1000);
const heard = { heardAt: at, heardTimes: 1, heardLast: `${at} ${'h'.repeat(12)}`, said, saidBefore: said };
const order = { ...heard, voiceAt: at, expiresAt };

/** The size in bytes of every item of the call; the service's own code builds the items. */
export const sizes = {
  token: itemBytes({
    ...keys.tokenByHash('0'.repeat(64)),
    id,
    userId,
    hash: '0'.repeat(64),
    name: 'production',
    hint: 'rb_AbCdEf',
    expiresAt: null,
    revokedAt: null,
    createdAt: at,
  }),
  user: itemBytes({
    ...keys.user(userId),
    id: userId,
    name: 'Northwind Dental',
    email: 'ops@example.com',
    webhookSecretVersions: [1],
    callsAllowed: DEFAULT_CALLS_ALLOWED,
    createdAt: at,
  }),
  wallet: itemBytes({ ...keys.wallet(userId), userId, balance: 100_000_000, available: 99_000_000 }),
  numbers: 200,
  assistant: itemBytes({
    ...keys.assistant.key(userId, id),
    ...toAssistantItem(assistant),
  }),
  head: itemBytes({ ...keys.call.key(userId, id), ...call }),
  entry: itemBytes({
    ...keys.dialQueue.entry(DEFAULT_CARRIER_ACCOUNT, 'interactive', 1, userId, id),
    userId,
    callId: id,
    carrierAccount: DEFAULT_CARRIER_ACCOUNT,
    priority: 'interactive',
    fairnessRound: 1,
  }),
  configuration: itemBytes({
    ...keys.callConfiguration.key(userId, id),
    ...toCallConfigurationItem({ assistant, variables }),
  }),
  body: itemBytes({ ...keys.callBody.key(userId, id), ...toCallBodyItem(body), shown: toShownCallText(call) }),
  webhookResponse: itemBytes({ ...keys.callWebhookResponse(userId, id), webhookResponse }),
  /** The row of the call in a summary. */
  summaryRow: itemBytes({ row: JSON.stringify(toSummaryRow(call)) }),
  ledger: itemBytes({
    ...keys.ledger.key(userId, id),
    id,
    userId,
    amount: -148_000,
    kind: 'call',
    reference: String(id),
    createdAt: at,
  }),
  delivery: itemBytes({ ...keys.webhookDelivery(userId, id, event), ...delivery }),
  endpoint: itemBytes({ ...keys.webhookEndpoint.key(userId, endpoint.origin), ...endpoint }),
  state: itemBytes({
    ...keys.conversation.state(connectionId),
    ...newConversationState(connectionId, { userId, callId: id }, script, { openedAt: at, isGreetingWhole: true }),
    ...order,
  }),
  script: itemBytes({
    ...keys.conversation.script(connectionId),
    ...toScriptSourceItem({ call, configuration: { assistant, variables }, locale: 'en-US', now: at }, script),
    expiresAt,
  }),
  /** The state, the script and four events, as one query reads them. */
  recent: 3000,
  said: itemBytes({ ...keys.conversation.event(connectionId, at, '0'.repeat(16)), ...said, expiresAt }),
  answered: itemBytes({ ...keys.conversation.event(connectionId, at, '0'.repeat(16)), ...answered, expiresAt }),
} as const;

/** Items that are never deleted. Conversations expire after a week. */
export const keptBytes =
  sizes.head +
  sizes.configuration +
  sizes.body +
  sizes.ledger +
  sizes.delivery +
  sizes.webhookResponse +
  sizes.summaryRow;
