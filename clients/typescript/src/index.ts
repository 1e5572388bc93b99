export { accessToken, apiAddress } from './access.ts';
export type * from './api-types.ts';
export { createClient, type Ringback } from './client.ts';
export type { AccountOperations, TokenOperations } from './account-operations.ts';
export type { SmsOperations } from './sms-operations.ts';
export type { WebhookOperations } from './webhook-operations.ts';
export { ApiError, ConnectionError, RingbackError } from './errors.ts';
export type { ClientOptions, CreateOptions, Fetch, FetchInit, HttpRequest, RequestOptions } from './http.ts';
export type { AssistantOperations, LookupOperations } from './assistant-operations.ts';
export { type CallOperations, isOpen, type WaitOptions } from './call-operations.ts';
export type { CampaignOperations, DoNotCallOperations, LeadOperations } from './campaign-operations.ts';
export { defined } from './defined.ts';
export { type AnyPage, type PagePosition, Pages } from './pages.ts';
export { openStatuses } from './values.ts';
export {
  type CallEvent,
  signWebhook,
  type SmsEvent,
  verifyWebhook,
  type WebhookEvent,
  type WebhookEvents,
  type WebhookHeaders,
  WebhookVerificationError,
} from './webhooks.ts';
export type { paths } from '../openapi.d.ts';
