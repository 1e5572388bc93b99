import { expect, it } from 'vitest';
import { handler as createHandler } from '#functions/http/assistants/create-assistant.ts';
import { handler as updateHandler } from '#functions/http/assistants/update-assistant.ts';
import { toAssistantRecord } from '#shared/assistants/assistant-record.ts';
import { leastAssistantRequest } from '#test/support/assistant-request.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';
import { assistantDeps } from '#test/support/in-memory/service.ts';

async function setup() {
  const deps = assistantDeps();
  const before = buildAssistant({ minInterruptWords: 3, speechSpeed: 0.8 });
  await deps.assistants.create(before);
  const post = async (body: unknown) => readResponse(await createHandler.with(deps)(httpEvent({ body })));
  const put = async (body: unknown, id = before.id) =>
    readResponse(await updateHandler.with(deps)(httpEvent({ id, body })));
  const stored = async (id = before.id) => (await deps.assistants.get(7, id))!;
  return { before, post, put, stored };
}

/** A create request in the words of the record. */
const byRecord = {
  name: 'Night desk',
  voice_id: 101,
  language_id: 5,
  multimodal_model_id: 101,
  type: 'inbound',
  mode: 'multimodal',
  timezone: 'Europe/Berlin',
  initial_message: 'Hello!',
  system_prompt: 'Be kind.',
  reengagement_interval: 9,
  max_duration: 60,
  fillers: 1,
  enable_noise_cancellation: false,
  record: true,
  wait_for_customer: true,
  tools: [{ type: 'end_call', data: { description: 'Hang up.' } }],
};

const invalid = (errors: Record<string, string>) => ({
  status: 422,
  body: {
    message: 'Validation failed',
    errors: Object.fromEntries(Object.entries(errors).map(([field, sentence]) => [field, [sentence]])),
  },
});

it('the names of the record update an assistant, each of them alone', async () => {
  for (const [field, value] of Object.entries(byRecord)) {
    if (['voice_id', 'multimodal_model_id', 'mode'].includes(field)) continue;
    const { put, stored } = await setup();
    expect(await put({ [field]: value }), field).toMatchObject({ status: 200 });
    expect(toAssistantRecord(await stored())).toMatchObject({ [field]: value });
  }
  const { put, stored } = await setup();
  expect((await put({ mode: 'multimodal', voice_id: 101, multimodal_model_id: 101 })).status).toBe(200);
  expect(await stored()).toMatchObject({ mode: 'multimodal', llmModelId: null, multimodalModelId: 101 });
});

it('an update takes a whole record back, and changes what was changed in it', async () => {
  const { before, put, stored } = await setup();
  const record = toAssistantRecord(before);
  expect((await put(record)).status).toBe(200);
  expect(toAssistantRecord(await stored())).toEqual({
    ...record,
    filler_config: expect.anything(),
    updated_at: expect.anything(),
  });
  expect((await put({ ...record, max_duration: 90, name: 'Day desk' })).status).toBe(200);
  expect(await stored()).toMatchObject({ maxDuration: 90, name: 'Day desk', speechSpeed: 0.8 });
});

it('the names of the record answer 422 on the contract’s name when the two differ', async () => {
  const { before, post, put, stored } = await setup();
  const contradicting = {
    max_call_duration: 60,
    max_duration: 90,
    language: 'English',
    language_id: 5,
    llm_model: 'gpt-4.1',
    llm_model_id: 1,
    who_speaks_first: 'Customer',
    wait_for_customer: false,
    filler_audios: null,
    fillers: 1,
  };
  const refused = invalid({
    max_call_duration: 'The max call duration and max duration must match.',
    language: 'The language and language id must match.',
    llm_model: 'The llm model and llm model id must match.',
    who_speaks_first: 'The who speaks first and wait for customer must match.',
    filler_audios: 'The filler audios and fillers must match.',
  });
  expect(await put(contradicting)).toEqual(refused);
  expect(await stored()).toEqual(before);
  expect(await post(leastAssistantRequest(contradicting))).toEqual(refused);
});

it.each([
  [{ multimodal_model_id: 101 }, { llm_model: 'The selected llm model is invalid.' }],
  [{ tools: [{ type: 'transfer' }] }, { 'tools.0.type': 'The selected tools.0.type is invalid.' }],
  [
    { tools: [{ type: 'transfer', data: null }] },
    {
      'tools.0.type': 'The selected tools.0.type is invalid.',
      'tools.0.data': 'The tools.0.data field is required.',
    },
  ],
  [
    { max_duration: 5, fillers: 2, voice_id: 999 },
    {
      max_duration: 'The max duration must be between 20 and 1200.',
      fillers: 'The fillers field must be true or false.',
      voice_id: 'The selected voice id is invalid.',
    },
  ],
])('a refusal names the field as it was sent: %j', async (sent, errors) => {
  const { put } = await setup();
  expect(await put(sent)).toEqual(invalid(errors));
});

it('fields that an update does not take answer 422 when none of the fields is known', async () => {
  const { put } = await setup();
  expect(await put({ nick_name: 'Mia', colour: 'red' })).toEqual(
    invalid({ nick_name: 'The nick name field is not known.' }),
  );
  expect(await put({ nick_name: 'Mia' }, 999)).toMatchObject({ status: 404 });
});
