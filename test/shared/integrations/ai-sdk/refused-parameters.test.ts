import { expect, it } from 'vitest';
import { buildReplyRequest, readAll, turnsOf } from '#test/shared/integrations/ai-sdk/reply-request.ts';
import { behaviours, createModelOf, useOpenAiServer, type Behaviour } from '#test/support/openai-server.ts';
import { campaignOffer, endCallOffer, toolCall } from '#test/support/tools.ts';

const server = useOpenAiServer();

const setup = (behaviour: Behaviour) => createModelOf(server, behaviour);

const bye = { kind: 'text', text: 'Bye.' };

const openAiError = (message: string, param: string | null = null) => ({
  body: { error: { message, type: 'invalid_request_error', param, code: 'unsupported_parameter' } },
});
const extra = (...loc: string[]) => ({
  status: 422,
  body: {
    object: 'error',
    message: { detail: [{ type: 'extra_forbidden', loc: ['body', ...loc], msg: 'Extra inputs are not permitted' }] },
  },
});

it.each([
  // A deployment of Azure does not show by its name that the model reasons.
  [
    'max_tokens',
    '"max_tokens"',
    openAiError(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
    ),
    { max_completion_tokens: 2500 },
  ],
  [
    'a temperature',
    '"temperature"',
    openAiError(
      "Unsupported value: 'temperature' does not support 0.1 with this model. Only the default (1) value is supported.",
      'temperature',
    ),
    {},
  ],
  // Groq
  [
    'a reasoning effort',
    '"reasoning_effort"',
    openAiError('`reasoning_effort` is not supported with this model'),
    {},
    12,
  ],
  // Mistral: https://github.com/dnakov/anon-kode/issues/53
  ['stream options', '"stream_options"', extra('stream_options', 'include_usage'), {}],
])('asks again without %s that a server refuses', async (_, part, refusal, sent, modelId = 1) => {
  const model = setup(behaviours.refusesParameters({ [part]: refusal }, behaviours.says('Bye.')));
  const request = buildReplyRequest({ modelId });
  expect(await readAll(model, request)).toEqual([bye]);
  expect(server.requests).toHaveLength(2);
  expect(server.requests[1]?.body).toMatchObject(sent);
  expect(JSON.stringify(server.requests[1]?.body)).not.toContain(part);
  await readAll(model, request);
  expect(server.requests, 'what it refuses is known').toHaveLength(3);
});

it('asks again without several parameters, one after the other', async () => {
  const refusals = {
    '"max_tokens"': openAiError("Use 'max_completion_tokens' instead of 'max_tokens'.", 'max_tokens'),
    '"temperature"': openAiError("'temperature' does not support 0.1 with this model.", 'temperature'),
  };
  expect(
    await readAll(setup(behaviours.refusesParameters(refusals, behaviours.says('Bye.'))), buildReplyRequest()),
  ).toEqual([bye]);
  expect(server.requests).toHaveLength(3);
});

it('asks for an evaluation without a schema, and then without JSON, where a server refuses it', async () => {
  const refusals = {
    '"json_schema"': openAiError('This model does not support response format `json_schema`.'),
    '"json_object"': openAiError('The model only supports response formats: [text].'),
  };
  const model = setup(behaviours.refusesParameters(refusals, behaviours.completes('{"agreed":true}')));
  const schema = [{ name: 'agreed', type: 'bool' as const, description: 'Whether they agreed.' }];
  const request = { modelId: 1, turns: turnsOf('human: Yes.'), schema, signal: new AbortController().signal };
  await expect(model.evaluate(request)).resolves.toEqual({ agreed: true });
  expect(server.requests).toHaveLength(3);
  // OpenAI and others refuse `json_object` where the messages do not ask for JSON.
  expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('JSON');
});

it.each([
  ['what it does not name', openAiError('The model `llama` does not exist.')],
  [
    'a prompt that is too long by itself',
    openAiError("This model's maximum context length is 4096 tokens.", 'messages'),
  ],
])('asks once when a server refuses %s', async (_, refusal) => {
  const model = setup(behaviours.refusesParameters({ model: refusal }, behaviours.says('Bye.')));
  await expect(readAll(model, buildReplyRequest({ turns: turnsOf('human: Hi.') }))).rejects.toMatchObject({
    isPermanent: true,
  });
  expect(server.requests).toHaveLength(1);
});

it.each([
  ['vLLM', "This model's maximum context length is 4096 tokens. However, you requested 4500 tokens.", 400],
  ['llama.cpp', 'the request exceeds the available context size. try increasing the context size', 400],
  ['OpenAI', 'Your input exceeds the context window of this model.', 400],
])('leaves out the oldest turns where the context of %s is full', async (_, message) => {
  const lines = Array.from({ length: 6 }, (__, index) => [`human: Q${index}`, `bot: A${index}`]).flat();
  const turns = turnsOf(...lines, 'human: Last.');
  const tooLong = { Q0: openAiError(message, 'messages'), Q2: openAiError(message, 'messages') };
  const model = setup(behaviours.refusesParameters(tooLong, behaviours.says('Bye.')));
  expect(await readAll(model, buildReplyRequest({ turns }))).toEqual([bye]);
  const [system, first, ...others] = server.requests.at(-1)!.body.messages;
  expect(system?.role).toBe('system');
  expect(first?.role).toBe('user');
  expect(others.at(-1)).toMatchObject({ role: 'user', content: 'Last.' });
  await readAll(model, buildReplyRequest());
  expect(server.requests.at(-1)?.body.messages, 'a short one stays whole').toHaveLength(4);
});

it('keeps what tools have told since the last words of a conversation that is too long', async () => {
  const message = "This model's maximum context length is 8192 tokens.";
  const model = setup(behaviours.refusesParameters({ Q0: openAiError(message, 'messages') }, behaviours.says('Bye.')));
  const turns = turnsOf('human: Q0', 'bot: A0', 'human: Last.');
  const rounds = [{ said: '', calls: [{ ...toolCall('say_time'), result: 'It is nine.' }] }];
  expect(await readAll(model, buildReplyRequest({ turns, rounds }))).toEqual([bye]);
  const roles = server.requests.at(-1)!.body.messages.map(({ role }) => role);
  expect(roles).toEqual(['system', 'user', 'assistant', 'tool']);
});

const refusedTools = [
  ['Ollama', 400, 'registry.ollama.ai/library/gemma3:4b does not support tools'],
  ['vLLM', 400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
  ['llama.cpp', 500, 'tools param requires --jinja flag'],
  ['OpenRouter', 404, 'No endpoints found that support tool use.'],
] as const;

it.each(refusedTools)('asks again without end_call that %s refuses', async (_, status, message) => {
  const refusals = { '"tools"': { ...openAiError(message), status } };
  const model = setup(behaviours.refusesParameters(refusals, behaviours.says('Bye.')));
  expect(await readAll(model, buildReplyRequest({ tools: endCallOffer() }))).toEqual([bye]);
  expect(server.requests).toHaveLength(2);
});

it.each(refusedTools)(
  'fails without do_not_call that %s refuses: no opt-out may be lost',
  async (_, status, message) => {
    const refusals = { '"tools"': { ...openAiError(message), status } };
    const model = setup(behaviours.refusesParameters(refusals, behaviours.says('Bye.')));
    await expect(readAll(model, buildReplyRequest({ tools: campaignOffer() }))).rejects.toThrow(
      'the provider answered',
    );
    expect(server.requests).toHaveLength(1);
  },
);

it('keeps the tools that a model has called wrongly', async () => {
  const error = { message: 'Tool choice is none, but model called a tool', code: 'tool_use_failed' };
  const model = setup(behaviours.refusesParameters({ '"tools"': { body: { error } } }, behaviours.says('Bye.')));
  const asked = readAll(model, buildReplyRequest({ tools: endCallOffer() }));
  await expect(asked).rejects.toMatchObject({ isPermanent: false });
  expect(server.requests).toHaveLength(1);
});
