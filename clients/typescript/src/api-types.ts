import type { paths } from '../openapi.d.ts';

/** Types by path and method of the reference: they do not depend on the names of its schemas. */
type Method = 'get' | 'post' | 'put' | 'delete';
export type Path = keyof paths;

interface JsonContent<Body> {
  content: { 'application/json': Body };
}

type Success<Responses> = Responses[keyof Responses & (200 | 201)];

/** The answer to a successful request. */
export type Answer<P extends Path, M extends Method> =
  paths[P] extends Record<M, { responses: infer Responses }>
    ? Success<Responses> extends JsonContent<infer Body>
      ? Body
      : never
    : never;

/** The body of a request. */
export type Body<P extends Path, M extends Method> =
  paths[P] extends Record<M, { requestBody?: infer Request }>
    ? NonNullable<Request> extends JsonContent<infer Content>
      ? Content
      : never
    : never;

/** The filters of a list. */
export type Query<P extends Path> =
  paths[P] extends Record<'get', { parameters: { query?: infer Filters } }> ? NonNullable<Filters> : never;

/** One record of a list, with or without pages. */
export type Row<P extends Path> =
  Answer<P, 'get'> extends { data: Array<infer Record> }
    ? Record
    : Answer<P, 'get'> extends Array<infer Record>
      ? Record
      : never;

/** The `data` of an answer `{message, data}`. */
export type Data<P extends Path, M extends Method> = Answer<P, M> extends { data: infer Content } ? Content : never;

export type Assistant = Row<'/user/assistants/get'>;
export type AssistantDetail = Answer<'/user/assistants/{id}', 'get'>;
export type AssistantSummary = Data<'/user/assistant', 'post'>;
export type NewAssistant = Body<'/user/assistant', 'post'>;
export type AssistantChanges = Body<'/user/assistant/{id}', 'put'>;
export type NewWebCall = Body<'/user/assistants/{id}/web-call', 'post'>;
export type WebCallPass = Data<'/user/assistants/{id}/web-call', 'post'>;
export type Call = Row<'/user/calls'>;
export type CallDetail = Answer<'/user/calls/{id}', 'get'>;
export type NewCall = Body<'/user/make_call', 'post'>;
export type StartedCall = Answer<'/user/make_call', 'post'>;
export type Campaign = Row<'/user/campaigns'>;
export type NewCampaign = Body<'/user/campaigns', 'post'>;
export type CampaignDetail = Answer<'/user/campaigns/{id}', 'get'>;
export type CampaignChanges = Body<'/user/campaigns/{id}', 'put'>;
export type StartCheck = Answer<'/user/campaigns/{id}/check', 'get'>;
export type MissingVariables = Answer<'/user/campaigns/{id}/missing-variables', 'get'>;
export type Lead = Row<'/user/leads'>;
export type NewLead = Body<'/user/leads', 'post'>;
export type LeadChanges = Body<'/user/leads/{id}', 'put'>;
export type Sms = Data<'/user/sms', 'post'>;
export type ListedSms = Row<'/user/sms'>;
export type NewSms = Body<'/user/sms', 'post'>;
export type Delivery = Row<'/user/webhooks/deliveries'>;
export type DeliveryPayload = Data<'/user/webhooks/deliveries/{delivery_id}/payload', 'get'>;
export type WebhookTest = Body<'/user/webhooks/test', 'post'>;
export type TestedWebhook = Data<'/user/webhooks/test', 'post'>;
export type WebhookSecret = Data<'/user/webhooks/secret', 'get'>;
export type AssistantVersion = Row<'/user/assistants/{id}/versions'>;
export type EndedCall = Data<'/user/calls/{id}/end', 'post'>;
export type DoNotCallEntry = Row<'/user/do-not-call'>;
export type PhoneNumber = Row<'/user/assistants/phone-numbers'>;
export type NumberDetail = Row<'/user/phone-numbers/all'>;
export type Token = Row<'/user/tokens'>;
export type NewToken = Body<'/user/tokens', 'post'>;
export type CreatedToken = Data<'/user/tokens', 'post'>;
export type RevokedToken = Data<'/user/tokens/{id}', 'delete'>;
export type RevokedTokens = Data<'/user/tokens', 'delete'>;
export type Tool = Row<'/user/tools'>;
export type NewTool = Body<'/user/tools', 'post'>;
export type ToolChanges = Body<'/user/tools/{id}', 'put'>;
export type ToolTest = Body<'/user/tools/{id}/test', 'post'>;
export type TestedTool = Answer<'/user/tools/{id}/test', 'post'>;
export type Usage = Data<'/user/usage', 'get'>;
export type Me = Answer<'/user/me', 'get'>;
