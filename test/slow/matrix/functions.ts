/** Every function that changes something: the workers, and those with such grants in the manifest. */
export const functions = {
  'authorizer/bearer-token': () => import('#functions/authorizer/bearer-token.ts'),
  'assistants/create-assistant': () => import('#functions/http/assistants/create-assistant.ts'),
  'assistants/update-assistant': () => import('#functions/http/assistants/update-assistant.ts'),
  'assistants/delete-assistant': () => import('#functions/http/assistants/delete-assistant.ts'),
  'assistants/enable-webhook': () => import('#functions/http/assistants/enable-webhook.ts'),
  'assistants/disable-webhook': () => import('#functions/http/assistants/disable-webhook.ts'),
  'assistants/enable-inbound-webhook': () => import('#functions/http/assistants/enable-inbound-webhook.ts'),
  'assistants/disable-inbound-webhook': () => import('#functions/http/assistants/disable-inbound-webhook.ts'),
  'calls/make-call': () => import('#functions/http/calls/make-call.ts'),
  'calls/end-call': () => import('#functions/http/calls/end-call.ts'),
  'webhooks/replay-delivery': () => import('#functions/http/webhooks/replay-delivery.ts'),
  'webhooks/set-sms-webhook': () => import('#functions/http/webhooks/set-sms-webhook.ts'),
  'webhooks/rotate-webhook-secret': () => import('#functions/http/webhooks/rotate-webhook-secret.ts'),
  'calls/delete-call': () => import('#functions/http/calls/delete-call.ts'),
  'users/set-default-country': () => import('#functions/http/users/set-default-country.ts'),
  'tokens/create-token': () => import('#functions/http/tokens/create-token.ts'),
  'tokens/delete-token': () => import('#functions/http/tokens/delete-token.ts'),
  'tokens/delete-other-tokens': () => import('#functions/http/tokens/delete-other-tokens.ts'),
  'campaigns/create-campaign': () => import('#functions/http/campaigns/create-campaign.ts'),
  'campaigns/update-campaign-status': () => import('#functions/http/campaigns/update-campaign-status.ts'),
  'campaigns/delete-campaign': () => import('#functions/http/campaigns/delete-campaign.ts'),
  'leads/create-lead': () => import('#functions/http/leads/create-lead.ts'),
  'leads/update-lead': () => import('#functions/http/leads/update-lead.ts'),
  'leads/delete-lead': () => import('#functions/http/leads/delete-lead.ts'),
  'do-not-call/add-do-not-call-entry': () => import('#functions/http/do-not-call/add-do-not-call-entry.ts'),
  'do-not-call/remove-do-not-call-entry': () => import('#functions/http/do-not-call/remove-do-not-call-entry.ts'),
  'web-calls/create-web-call': () => import('#functions/http/web-calls/create-web-call.ts'),
  'web-calls/create-widget-call': () => import('#functions/http/web-calls/create-widget-call.ts'),
  'sms/send-sms': () => import('#functions/http/sms/send-sms.ts'),
  'sms/list-sms': () => import('#functions/http/sms/list-sms.ts'),
  'carrier/twilio-call-answered': () => import('#functions/carrier/twilio-call-answered.ts'),
  'carrier/twilio-call-status': () => import('#functions/carrier/twilio-call-status.ts'),
  'carrier/twilio-answering-machine': () => import('#functions/carrier/twilio-answering-machine.ts'),
  'carrier/twilio-recording-status': () => import('#functions/carrier/twilio-recording-status.ts'),
  'carrier/twilio-conversation-ended': () => import('#functions/carrier/twilio-conversation-ended.ts'),
  'carrier/twilio-call-incoming': () => import('#functions/carrier/twilio-call-incoming.ts'),
  'carrier/twilio-web-call': () => import('#functions/carrier/twilio-web-call.ts'),
  'carrier/twilio-incoming-status': () => import('#functions/carrier/twilio-incoming-status.ts'),
  'carrier/twilio-message-incoming': () => import('#functions/carrier/twilio-message-incoming.ts'),
  'carrier/twilio-message-status': () => import('#functions/carrier/twilio-message-status.ts'),
  'carrier/twilio-transcription': () => import('#functions/carrier/twilio-transcription.ts'),
  'carrier/twilio-bridge-ended': () => import('#functions/carrier/twilio-bridge-ended.ts'),
  'carrier/openai-call-incoming': () => import('#functions/carrier/openai-call-incoming.ts'),
  'carrier/openai-call-tools': () => import('#functions/carrier/openai-call-tools.ts'),
  'queue/dial-calls': () => import('#functions/queue/dial-calls.ts'),
  'queue/dial-campaign': () => import('#functions/queue/dial-campaign.ts'),
  'queue/send-sms': () => import('#functions/queue/send-sms.ts'),
  'queue/finish-call': () => import('#functions/queue/finish-call.ts'),
  'queue/check-call': () => import('#functions/queue/check-call.ts'),
  'queue/deliver-webhook': () => import('#functions/queue/deliver-webhook.ts'),
  'queue/deliver-slow-webhook': () => import('#functions/queue/deliver-slow-webhook.ts'),
  'queue/continue-conversation': () => import('#functions/queue/continue-conversation.ts'),
  'queue/empty-campaign': () => import('#functions/queue/empty-campaign.ts'),
  'queue/fetch-recording': () => import('#functions/queue/fetch-recording.ts'),
  'queue/steer-realtime': () => import('#functions/queue/steer-realtime.ts'),
  'socket/message': () => import('#functions/socket/message.ts'),
  'socket/disconnect': () => import('#functions/socket/disconnect.ts'),
  'schedule/release-due-work': () => import('#functions/schedule/release-due-work.ts'),
  'schedule/close-call-segments': () => import('#functions/schedule/close-call-segments.ts'),
  'schedule/reconcile-campaigns': () => import('#functions/schedule/reconcile-campaigns.ts'),
};

type Functions = typeof functions;
type DepsOf<Definition> = Definition extends { with: (deps: infer Deps, ...parts: never[]) => unknown } ? Deps : never;
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** What the functions are handed, all in one: the world of the matrix must have it. */
export type FunctionDeps = Together<
  { [Id in keyof Functions]: DepsOf<Awaited<ReturnType<Functions[Id]>>['handler']> }[keyof Functions]
>;
