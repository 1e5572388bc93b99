import createClient from 'openapi-fetch';
import type { components, paths, webhooks } from './generated/openapi-typescript.js';
import { assistantRequest, authorization, baseUrl, call, report, webhook } from './scenario.js';

type Payload = NonNullable<webhooks['call.completed']['post']['requestBody']>['content']['application/json'];

const client = createClient<paths>({ baseUrl, headers: { authorization } });
const body = assistantRequest as components['schemas']['CreateAssistantRequest'];
const created = await client.POST('/user/assistant', { body });
if (!created.data) throw new Error(created.error.message);
const assistantId = created.data.data.id;

const made = await client.POST('/user/make_call', {
  params: { header: { 'Idempotency-Key': 'openapi-fetch' } },
  body: { ...call, assistant_id: assistantId },
});
if (!made.data) throw new Error(made.error.message);

const listed = await client.GET('/user/calls', { params: { query: { assistant_id: assistantId, per_page: 1 } } });
if (!listed.data) throw new Error(listed.error.message);
const [newest]: Array<components['schemas']['CallRecord']> = listed.data.data;

const refused = await client.POST('/user/leads', { body: { phone_number: 'tel:+12025550100', campaign_id: 1 } });
if (!refused.error) throw new Error('nothing was refused');
const errors = 'errors' in refused.error ? refused.error.errors : undefined;

const payload = webhook as Payload;
report({
  assistantId,
  callId: made.data.call_id,
  listedId: newest?.id,
  variables: newest?.variables,
  refusal: { status: refused.response.status, message: refused.error.message, errors },
  webhook: { id: payload.id, variables: payload.input_variables, firstWords: payload.transcript_turns[0]?.text },
});
