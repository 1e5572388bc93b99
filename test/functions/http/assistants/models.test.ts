import { expect, it } from 'vitest';
import { handler as createHandler } from '#functions/http/assistants/create-assistant.ts';
import { handler as updateHandler } from '#functions/http/assistants/update-assistant.ts';
import { handler as listHandler } from '#functions/http/lookups/list-models.ts';
import { toAssistantRecord } from '#shared/assistants/assistant-record.ts';
import { builtInModels, type ModelAccess, type ModelEntry } from '#shared/catalog/models.ts';
import { leastAssistantRequest } from '#test/support/assistant-request.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';
import { assistantDeps } from '#test/support/in-memory/service.ts';
import { createMemoryModels } from '#test/support/memory/models.ts';

const mini = builtInModels.find(({ name }) => name === 'gpt-4.1-mini')!;
const stored: ModelEntry[] = [
  { ...mini, retiresOn: '2026-01-01' },
  { id: 1001, name: 'own', mode: 'pipeline', provider: 'openai', providerModel: 'llama3.3' },
];
const deployed = { rehearsal: false };

function setup(access: Partial<ModelAccess> = {}) {
  const before = buildAssistant({ llmModelId: mini.id });
  const deps = { ...assistantDeps([before]), models: createMemoryModels(access, stored) };
  const post = (body: Record<string, unknown>) =>
    createHandler.with(deps)(httpEvent({ body: leastAssistantRequest(body) }));
  const put = (body: object) => updateHandler.with(deps)(httpEvent({ id: before.id, body }));
  return { deps, before, post, put, kept: async () => (await deps.assistants.get(7, before.id))?.llmModelId };
}

const noProvider = 'The selected llm model has no configured provider.';
const retired = 'The selected llm model is retired: choose gpt-6-luna.';

it.each<[what: string, access: Partial<ModelAccess>, sent: Record<string, unknown>, errors: Record<string, string>]>([
  ['of OpenAI without OpenAI', { ...deployed, openai: false }, { llm_model: 'gpt-6-luna' }, { llm_model: noProvider }],
  ['of Bedrock by its id', { ...deployed, bedrock: undefined }, { llm_model_id: 8 }, { llm_model: noProvider }],
  ['of the rehearsal in a stage without it', deployed, { llm_model: 'rehearsal' }, { llm_model: noProvider }],
  [
    'that speaks, without a speech model',
    { speech: false },
    { llm_model: 'gpt-realtime', engine_type: 'multimodal', voice_id: 101 },
    { llm_model: noProvider },
  ],
  ['that is not in the catalogue', {}, { llm_model: 'gpt-0' }, { llm_model: 'The selected llm model is invalid.' }],
  [
    'of the other mode by this field',
    {},
    { llm_model_id: 101 },
    { llm_model_id: 'The selected llm model id is invalid.' },
  ],
  [
    'under two names that differ',
    {},
    { llm_model: 'gpt-4o', llm_model_id: 2 },
    { llm_model: 'The llm model and llm model id must match.' },
  ],
])('a model %s is refused on create and on update: 422', async (_, access, sent, errors) => {
  const { post, put, kept } = setup(access);
  const body = {
    message: 'Validation failed',
    errors: Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, [text]])),
  };
  const required = 'llm_model' in sent ? sent : { ...sent, llm_model: undefined };
  expect(readResponse(await post(required))).toEqual({ status: 422, body });
  expect(readResponse(await put(sent))).toEqual({ status: 422, body });
  expect(await kept()).toBe(mini.id);
});

it('a fallback model must be a current text model that can be reached: 422 on its place in the list', async () => {
  const { put } = setup({ bedrock: undefined, rehearsal: false });
  const sent = { fallback_models: ['gpt-6-luna', 'nova-lite'] };
  const errors = { 'fallback_models.1': ['The selected fallback models.1 is invalid.'] };
  expect(readResponse(await put(sent))).toMatchObject({ status: 422, body: { errors } });
  const refused = readResponse(await put({ fallback_models: ['gpt-realtime', 'gpt-4.1-mini'] }));
  expect(Object.keys((refused.body as { errors: object }).errors)).toEqual(['fallback_models.0', 'fallback_models.1']);
  expect(readResponse(await put({ fallback_models: ['own', 'gpt-4o', 'gpt-4.1'] })).status).toBe(422);
});

it('fallback models are in the record of an assistant that has some, and of no other', async () => {
  const { put, deps, before } = setup();
  const record = async () => toAssistantRecord((await deps.assistants.get(7, before.id))!);
  expect(JSON.stringify(await record())).not.toContain('fallback_models');
  expect((await put({ fallback_models: ['OWN'] })).statusCode).toBe(200);
  expect(await record()).toMatchObject({ fallback_models: ['OWN'] });
});

it('a retired model is refused for a new assistant, and stays with the one that has it', async () => {
  const { post, put, kept } = setup();
  const refused = { status: 422, body: { errors: { llm_model: [retired] } } };
  expect(readResponse(await post({ llm_model: 'GPT-4.1-Mini' }))).toMatchObject(refused);
  expect((await put({ llm_model_id: mini.id, name: 'Same' })).statusCode).toBe(200);
  expect((await put({ llm_model: 'gpt-4.1-nano' })).statusCode).toBe(200);
  expect(readResponse(await put({ llm_model_id: mini.id, name: 'Back' }))).toMatchObject(refused);
  expect(await kept()).toBe(3);
});

it('a model whose provider was taken away stays with the assistant that has it', async () => {
  const { put, kept } = setup({ openai: false, rehearsal: false });
  expect((await put({ llm_model_id: mini.id, name: 'Same' })).statusCode).toBe(200);
  expect(await kept()).toBe(mini.id);
});

it('a model that an operator added is chosen by its name', async () => {
  const { put, kept } = setup(deployed);
  expect((await put({ llm_model: 'own' })).statusCode).toBe(200);
  expect(await kept()).toBe(1001);
});

it.each([
  ['the rehearsal model speaks', { openai: false }, 'rehearsal'],
  ['the real one speaks', {}, undefined],
])('the answer to a new assistant says by a header when %s', async (_, access, expected) => {
  const answer = await setup(access).post({ llm_model: 'gpt-6-luna' });
  expect(answer.statusCode).toBe(201);
  expect(answer.headers['x-language-model']).toBe(expected);
});

it('the list has the models that a new assistant can have, and no others', async () => {
  const names = async (access: Partial<ModelAccess>) => {
    const answer = readResponse(await listHandler.with(setup(access).deps)(httpEvent()));
    return (answer.body as Array<{ name: string }>).map(({ name }) => name);
  };
  const all = await names({});
  expect(all).toEqual(expect.arrayContaining(['own', 'gpt-6-luna', 'rehearsal', 'gpt-realtime']));
  expect(all).not.toContain('gpt-4.1-mini');
  expect(await names({ openai: false, speech: false, rehearsal: false })).toEqual(
    builtInModels.filter(({ provider }) => provider === 'bedrock').map(({ name }) => name),
  );
});

it('models that Bedrock offers in us-east-1 alone are in the list of no other region, and are refused there: 422', async () => {
  const europe = { openai: false, speech: false, rehearsal: false, bedrock: 'eu-central-1' };
  const answer = readResponse(await listHandler.with(setup(europe).deps)(httpEvent()));
  const names = (answer.body as Array<{ name: string }>).map(({ name }) => name);
  // By a «global» inference profile, which every region has.
  expect(names).toEqual(['nova-2-lite', 'claude-sonnet-5', 'claude-haiku-4.5', 'claude-sonnet-4.5']);
  const refused = { status: 422, body: { errors: { llm_model: [noProvider] } } };
  expect(readResponse(await setup(europe).post({ llm_model: 'nova-pro' }))).toMatchObject(refused);
  expect((await setup(europe).post({ llm_model: 'nova-2-lite' })).statusCode).toBe(201);
});
