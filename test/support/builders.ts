import type { AccessToken, User, LedgerEntry } from '#shared/accounts/account.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { assistantDefaults } from '#shared/assistants/settings.ts';
import type { Call } from '#shared/calls/call.ts';
import { defaultRules, type Campaign } from '#shared/campaigns/campaign.ts';
import { freshDialing, type Lead, type SecondaryContact } from '#shared/campaigns/lead.ts';
import type { ConversationEvent, ConversationState } from '#shared/conversations/conversation-items.ts';
import type { Conversation } from '#shared/conversations/conversation.ts';
import type { ConversationScript } from '#shared/conversations/script.ts';
import type { DoNotCallEntry } from '#shared/do-not-call/do-not-call.ts';
import type { PhoneNumber } from '#shared/numbers/phone-number.ts';
import { createRecordId, recordIdTime } from '#shared/platform/ids.ts';
import type { Sms } from '#shared/sms/sms.ts';
import { webhookDeliveryId, type WebhookDelivery } from '#shared/webhooks/webhook.ts';

const createdAt = Date.UTC(2026, 0, 1);

export const buildUser = (changes: Partial<User> = {}): User => ({
  id: 7,
  name: 'Acme',
  email: null,
  webhookSecretVersions: [1],
  callsAllowed: 10,
  requestsPerMinute: null,
  smsPerSecond: null,
  allowedCountries: null,
  expensivePerDay: null,
  attemptsPerDay: null,
  createdAt,
  ...changes,
});

export const buildAccessToken = (changes: Partial<AccessToken> = {}): AccessToken => ({
  id: 2001,
  userId: 7,
  hash: 'f'.repeat(64),
  name: 'ci',
  hint: 'rb_abcdef',
  scopes: null,
  expiresAt: null,
  revokedAt: null,
  requestsPerMinute: null,
  ancestors: [],
  createdAt,
  ...changes,
});

export const buildLedgerEntry = (changes: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: 3001,
  userId: 7,
  amount: 5_000_000,
  kind: 'top_up',
  reference: 'test',
  createdAt,
  ...changes,
});

export const buildCampaign = (changes: Partial<Campaign> = {}): Campaign => ({
  id: 4001,
  userId: 7,
  name: 'Spring',
  assistantId: null,
  timezone: 'UTC',
  ...structuredClone(defaultRules),
  status: 'draft',
  stoppedReason: null,
  hangsUp: false,
  createdAt,
  updatedAt: createdAt,
  version: 1,
  ...changes,
});

export const buildDoNotCallEntry = (changes: Partial<DoNotCallEntry> = {}): DoNotCallEntry => ({
  userId: 7,
  phoneNumber: '+12025550101',
  source: 'api',
  reason: null,
  createdAt,
  ...changes,
});

export const buildAssistant = (changes: Partial<Assistant> = {}): Assistant => ({
  ...assistantDefaults,
  id: 2001,
  userId: 7,
  uuid: '0b9f6a0e-6d6f-4a5c-9d7e-3c1f2b4a5d6e',
  name: 'Reception',
  type: 'outbound',
  mode: 'pipeline',
  voiceId: 1,
  language: 'English',
  languageId: 1,
  llmModelId: 11,
  multimodalModelId: null,
  timezone: 'Europe/Berlin',
  initialMessage: 'Hello, this is Mia. How can I help you?',
  systemPrompt: 'You are a friendly receptionist.',
  fillerConfig: { neutral: ['Okay.'], negative: ['I see.'], positive: ['Great.'], question: ['Let me think.'] },
  createdAt,
  updatedAt: createdAt,
  version: 1,
  ...changes,
});

/** A call that was just made; its creation time is the one that its id carries. */
export function buildCall(changes: Partial<Call> = {}): Call {
  const id = changes.id ?? createRecordId(Date.UTC(2026, 5, 30, 11, 53, 20), () => 0.5);
  const createdAt = recordIdTime(id);
  return {
    id,
    userId: 7,
    type: 'outbound',
    status: 'initiated',
    assistantId: 501,
    assistantName: 'Reception',
    campaignId: null,
    campaignName: null,
    clientPhoneNumber: '+12025550100',
    carrierAccount: 'default',
    assistantPhoneNumber: '+12025550001',
    answeredBy: 'unknown',
    durationSeconds: 0,
    carrierCost: 0,
    totalCost: 0,
    hold: 2_000_000,
    allowedSeconds: 600,
    claimedAt: null,
    carrierCallId: null,
    answeredAt: null,
    endedAt: null,
    endedBy: null,
    connectionId: null,
    recording: null,
    createdAt,
    updatedAt: createdAt,
    ...changes,
  };
}

export const OPENED_AT = Date.UTC(2026, 5, 30, 11, 53, 40);

export const buildScript = (changes: Partial<ConversationScript> = {}): ConversationScript => ({
  languageId: 1,
  locale: 'en-US',
  systemPrompt: 'You are a friendly receptionist.',
  greeting: 'Hello, this is Mia. How can I help you?',
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
  ...changes,
});

export const buildState = (changes: Partial<ConversationState> = {}): ConversationState => ({
  connectionId: 'connection-1',
  call: { userId: 7, callId: 9001 },
  generation: 0,
  endingAt: null,
  mayReopen: false,
  nudgedGeneration: 0,
  silentSince: null,
  speakingSince: null,
  isGreetingWhole: false,
  heldAt: null,
  waitsUntil: null,
  waitsSince: null,
  customerSpeaksSince: null,
  begun: null,
  onHoldSince: null,
  pendingKeys: [],
  cutAt: null,
  wordsToInterrupt: 0,
  silenceSeconds: 30,
  openedAt: OPENED_AT,
  ...changes,
});

export const buildConversation = (
  events: ConversationEvent[],
  script: Partial<ConversationScript> = {},
): Conversation => ({ state: buildState(), script: buildScript(script), events });

export function buildDelivery(changes: Partial<WebhookDelivery> = {}): WebhookDelivery {
  const { callId = 1, event = 'call.completed' } = changes;
  return {
    id: webhookDeliveryId(callId, event),
    userId: 7,
    callId,
    event,
    url: 'https://example.com/hook',
    status: 'pending',
    attempts: [],
    createdAt: Date.UTC(2026, 5, 30, 12),
    ...changes,
  };
}

export const buildLead = (changes: Partial<Lead> = {}): Lead => ({
  id: 6001,
  userId: 7,
  campaignId: 4001,
  phoneNumber: '+12025550101',
  variables: { customer_name: 'Ada' },
  status: 'created',
  allowDuplicate: false,
  contactIds: [],
  dialing: freshDialing,
  createdAt,
  updatedAt: createdAt,
  version: 1,
  ...changes,
});

export const buildSecondaryContact = (changes: Partial<SecondaryContact> = {}): SecondaryContact => ({
  id: 6101,
  userId: 7,
  leadId: 6001,
  phoneNumber: '+12025550102',
  variables: { customer_name: 'Charles' },
  status: 'created',
  createdAt,
  updatedAt: createdAt,
  ...changes,
});

export const buildPhoneNumber = (changes: Partial<PhoneNumber> = {}): PhoneNumber => ({
  id: 1001,
  userId: 7,
  phoneNumber: '+12025550200',
  carrierAccount: 'default',
  countryCode: 'US',
  type: 'Normal',
  smsCapable: true,
  subscriptionExpiresAt: null,
  inboundAssistantId: null,
  createdAt,
  ...changes,
});

/** A message that was just accepted; its creation time is the one that its id carries. */
export function buildSms(changes: Partial<Sms> = {}): Sms {
  const id = changes.id ?? createRecordId(Date.UTC(2026, 5, 30, 11, 53, 20), () => 0.5);
  const createdAt = recordIdTime(id);
  return {
    id,
    userId: 7,
    phoneNumberId: 1001,
    from: '+12025550001',
    carrierAccount: 'default',
    to: '+12025550100',
    body: 'Your appointment is on Tuesday at ten.',
    segments: 2,
    segmentPrice: 10_000,
    totalCost: 20_000,
    status: 'queued',
    claimedAt: null,
    carrierMessageId: null,
    failure: null,
    createdAt,
    updatedAt: createdAt,
    ...changes,
  };
}
