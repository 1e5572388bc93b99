import type { ConversationState } from '#shared/conversations/conversation-items.ts';

/** The ids and secrets of a prepared stack, to which sample events are fitted. */
export interface Scene {
  userId: number;
  /** The user's bearer token. */
  token: string;
  accountSid: string;
  /** The carrier's, which its callbacks are signed with. */
  authToken: string;
  /** Signs the tokens of calls. */
  callTokenKey: string;
  publicUrl: string;
  socketUrl: string;
  /** Where webhooks of the prepared assistant go. */
  sinkUrl: string;
  /** The call's id at the carrier. */
  carrierCallId: string;
  assistantId?: number;
  leadId?: number;
  toolId?: number;
  campaignId?: number;
  callId?: number;
  smsId?: number;
  tokenId?: number;
  /** The id of the bearer token. */
  ownTokenId?: number | undefined;
  /** Of the webhook of the OpenAI project. */
  openAiWebhookSecret: string;
  /** The speech model's id of a multimodal call. */
  realtimeCallId?: string;
  /** Of the link to the recording. */
  recordingToken?: string;
  /** Of an assistant whose widget the page of the sample events may show. */
  widgetId?: string;
  /** The page that has begun a web call, as the carrier names it. */
  caller?: string;
  conversation?: ConversationState;
}

/** The states of a stack before a function is called. Each stage needs the one before. */
const stages = ['user', 'assistant', 'call', 'answered', 'conversation', 'ended', 'finished', 'recorded'] as const;
/** Stages that no other stage needs, and the stages that each of them needs. */
const asides = {
  lead: ['user'],
  tool: ['user'],
  sms: ['user'],
  receiving: ['user'],
  received: ['user', 'receiving'],
  blacklisted: ['user'],
  token: ['user'],
  widget: ['user'],
  page: ['user', 'assistant'],
  campaign: ['user', 'assistant'],
  deleted: ['user', 'assistant', 'campaign'],
  bridged: ['user', 'assistant', 'call', 'answered'],
} as const;
type Aside = keyof typeof asides;
export type Stage = (typeof stages)[number] | Aside;

/** The stages up to this one, in order. */
export function stagesUpTo(stage: Stage): Stage[] {
  return isAside(stage)
    ? [...asides[stage], stage]
    : stages.filter((_, index) => index <= stages.findIndex((one) => one === stage));
}

function isAside(stage: Stage): stage is Aside {
  return stage in asides;
}

const stageOfFunction: Record<string, Stage> = {
  'authorizer/bearer-token': 'user',
  'assistants/create-assistant': 'user',
  'calls/list-calls': 'finished',
  'leads/create-lead': 'user',
  'leads/update-lead': 'lead',
  'leads/list-leads': 'lead',
  'leads/get-lead': 'lead',
  'tools/get-tool': 'tool',
  'tools/update-tool': 'tool',
  'tools/delete-tool': 'tool',
  'tools/test-tool': 'tool',
  'leads/delete-lead': 'lead',
  'calls/get-call': 'finished',
  'calls/end-call': 'conversation',
  'calls/delete-call': 'finished',
  'campaigns/update-campaign-status': 'campaign',
  'campaigns/delete-campaign': 'campaign',
  'campaigns/list-campaigns': 'campaign',
  'campaigns/check-campaign': 'campaign',
  'campaigns/get-campaign': 'campaign',
  'campaigns/update-campaign': 'campaign',
  'campaigns/list-missing-variables': 'campaign',
  'do-not-call/add-do-not-call-entry': 'lead',
  'do-not-call/list-do-not-call-entries': 'blacklisted',
  'do-not-call/remove-do-not-call-entry': 'blacklisted',
  'tokens/list-tokens': 'user',
  'tokens/create-token': 'user',
  'tokens/delete-token': 'token',
  'tokens/delete-api-key': 'token',
  'tokens/delete-other-tokens': 'token',
  'web-calls/get-widget': 'widget',
  'web-calls/create-widget-call': 'widget',
  'users/get-current-user': 'user',
  'users/get-usage': 'user',
  'users/set-default-country': 'user',
  'queue/empty-campaign': 'deleted',
  'sms/send-sms': 'user',
  'sms/list-sms': 'sms',
  'sms/get-sms': 'sms',
  'queue/send-sms': 'sms',
  'carrier/twilio-message-status': 'sms',
  'carrier/twilio-message-incoming': 'lead',
  'carrier/twilio-call-incoming': 'receiving',
  'carrier/twilio-incoming-status': 'received',
  'carrier/twilio-web-call': 'page',
  'carrier/twilio-call-answered': 'call',
  'carrier/twilio-call-fallback': 'answered',
  'carrier/twilio-call-status': 'call',
  'carrier/twilio-answering-machine': 'answered',
  'carrier/twilio-recording-status': 'answered',
  'carrier/twilio-conversation-ended': 'conversation',
  'carrier/twilio-transfer-leg': 'conversation',
  'carrier/twilio-transfer-ended': 'conversation',
  'carrier/twilio-transcription': 'bridged',
  'carrier/twilio-bridge-ended': 'bridged',
  'carrier/openai-call-incoming': 'bridged',
  'carrier/openai-call-tools': 'bridged',
  'queue/steer-realtime': 'bridged',
  'queue/dial-calls': 'call',
  'queue/check-call': 'call',
  'queue/finish-call': 'ended',
  'queue/deliver-webhook': 'finished',
  'queue/deliver-slow-webhook': 'finished',
  'webhooks/list-deliveries': 'finished',
  'webhooks/replay-delivery': 'finished',
  'webhooks/get-delivery-payload': 'finished',
  'webhooks/get-webhook-secret': 'user',
  'webhooks/rotate-webhook-secret': 'user',
  'queue/fetch-recording': 'finished',
  'recordings/get-recording': 'recorded',
  'queue/continue-conversation': 'conversation',
  'socket/connect': 'answered',
  'socket/message': 'conversation',
  'socket/disconnect': 'conversation',
};

/** The stage that a function's sample event needs. */
export function stageOf(functionId: string): Stage {
  return stageOfFunction[functionId] ?? 'assistant';
}
