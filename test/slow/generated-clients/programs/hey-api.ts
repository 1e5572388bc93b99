import { client } from './generated/hey-api/client.gen.js';
import { createAssistant, createLead, listCalls, makeCall } from './generated/hey-api/sdk.gen.js';
import {
  zCallCompletedPayload,
  zCallPage,
  zCreateAssistantRequest,
  zMakeCallRequest,
} from './generated/hey-api/zod.gen.js';
import { assistantRequest, authorization, baseUrl, call, report, webhook } from './scenario.js';

client.setConfig({ baseUrl, headers: { authorization } });
const created = await createAssistant({ body: zCreateAssistantRequest.parse(assistantRequest) });
if (!created.data) throw new Error(created.error.message);
const assistantId = created.data.data.id;

const body = zMakeCallRequest.parse({ ...call, assistant_id: assistantId });
const made = await makeCall({ body, headers: { 'Idempotency-Key': 'hey-api' } });
if (!made.data) throw new Error(made.error.message);

const listed = await listCalls({ query: { assistant_id: assistantId, per_page: 1 } });
if (!listed.data) throw new Error(listed.error.message);
const [newest] = zCallPage.parse(listed.data).data;

const refused = await createLead({ body: { phone_number: 'tel:+12025550100', campaign_id: 1 } });
if (!refused.error) throw new Error('nothing was refused');
const errors = 'errors' in refused.error ? refused.error.errors : undefined;

const payload = zCallCompletedPayload.parse(webhook);
report({
  assistantId,
  callId: made.data.call_id,
  listedId: newest?.id,
  variables: newest?.variables,
  refusal: { status: refused.response?.status ?? 0, message: refused.error.message, errors },
  webhook: { id: payload.id, variables: payload.input_variables, firstWords: payload.transcript_turns[0]?.text },
});
