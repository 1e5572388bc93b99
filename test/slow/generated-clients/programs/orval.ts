import { createAssistant, createLead, listCalls, makeCall, type CallCompletedPayload } from './generated/orval/api.js';
import { CreateAssistantBody, ListCallsResponse, MakeCallBody } from './generated/orval/zod.js';
import { assistantRequest, authorization, baseUrl, call, report, webhook } from './scenario.js';

// Its functions call paths, so that the base URL is where they are sent.
const { fetch: send } = globalThis;
globalThis.fetch = async (input, init) => send(`${baseUrl}${String(input).replace('/api', '')}`, init);
const headers = { authorization };

const created = await createAssistant(CreateAssistantBody.parse(assistantRequest), { headers });
if (created.status !== 201) throw new Error(created.data.message);
const assistantId = created.data.data.id;

const request = MakeCallBody.parse({ ...call, assistant_id: assistantId });
const made = await makeCall(request, { headers: { ...headers, 'Idempotency-Key': 'orval' } });
if (made.status !== 200) throw new Error(made.data.message);

const listed = await listCalls({ assistant_id: assistantId, per_page: 1 }, { headers });
if (listed.status !== 200) throw new Error(listed.data.message);
const [newest] = ListCallsResponse.parse(listed.data).data;

const refused = await createLead({ phone_number: 'tel:+12025550100', campaign_id: 1 }, { headers });
if (refused.status !== 422) throw new Error('nothing was refused');

const payload = webhook as CallCompletedPayload;
report({
  assistantId,
  callId: made.data.call_id,
  listedId: newest?.id,
  variables: newest?.variables,
  refusal: { status: refused.status, message: refused.data.message, errors: refused.data.errors },
  webhook: { id: payload.id, variables: payload.input_variables, firstWords: payload.transcript_turns[0]?.text },
});
