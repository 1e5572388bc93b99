import * as api from './generated/oazapfts.js';
import { assistantRequest, authorization, baseUrl, call, report, webhook } from './scenario.js';

api.defaults.baseUrl = baseUrl;
api.defaults.headers = { authorization };

const created = await api.createAssistant(assistantRequest as api.CreateAssistantRequest);
if (created.status !== 201) throw new Error(created.data.message);
const assistantId = created.data.data.id;

const made = await api.makeCall({ ...call, assistant_id: assistantId }, { idempotencyKey: 'oazapfts' });
if (made.status !== 200) throw new Error(made.data.message);

const listed = await api.listCalls({ assistantId, perPage: 1 });
if (listed.status !== 200) throw new Error(listed.data.message);
const [newest]: api.CallRecord[] = listed.data.data;

const refused = await api.createLead({ phone_number: 'tel:+12025550100', campaign_id: 1 });
if (refused.status !== 422) throw new Error('nothing was refused');

// It makes no types of webhooks.
const payload = webhook as { id: number; input_variables: unknown; transcript_turns: Array<{ text: string }> };
report({
  assistantId,
  callId: made.data.call_id,
  listedId: newest?.id,
  variables: newest?.variables,
  refusal: { status: refused.status, message: refused.data.message, errors: refused.data.errors },
  webhook: { id: payload.id, variables: payload.input_variables, firstWords: payload.transcript_turns[0]?.text },
});
