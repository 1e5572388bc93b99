import { describe, expect, it } from 'vitest';
import type { ReplyRequest } from '#shared/conversations/language-model.ts';
import { buildReplyRequest, readAll, turnsOf } from '#test/shared/integrations/ai-sdk/reply-request.ts';
import { behaviours, createModelOf, useOpenAiServer, type Behaviour } from '#test/support/openai-server.ts';
import { endCallOffer } from '#test/support/tools.ts';

const server = useOpenAiServer();

const setup = (behaviour: Behaviour) => createModelOf(server, behaviour);

const ask = (behaviour: Behaviour, changes: Partial<ReplyRequest> = {}) =>
  readAll(setup(behaviour), buildReplyRequest({ tools: endCallOffer(), ...changes }));

const chunk = (choice: object) => `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [choice] })}\n\n`;
const says = (content: unknown, more: object = {}) =>
  chunk({ index: 0, delta: { content, ...more }, finish_reason: null });
const stop = chunk({ index: 0, delta: {}, finish_reason: 'stop' });
const done = 'data: [DONE]\n\n';
const call = { function: { name: 'end_call', arguments: '{}' }, type: 'function' };
const bye = { kind: 'text', text: 'Bye.' };
const endCall = expect.objectContaining({ kind: 'tool_call', name: 'end_call', arguments: {} });

describe('reads what servers send that differ from OpenAI', () => {
  it.each([
    // Gemini, SambaNova, Ollama until 0.5: https://github.com/ollama/ollama/issues/7881
    ['a tool call without an index', [says('Bye.', { tool_calls: [{ id: '', ...call }] }), stop, done], [bye, endCall]],
    [
      'arguments as an object',
      [says('', { tool_calls: [{ id: '1', function: { name: 'end_call', arguments: {} } }] }), done],
      [endCall],
    ],
    ['a tool call of no type', [says('', { tool_calls: [{ index: 0, ...call, type: '' }] }), done], [endCall]],
    [
      'arguments of a call that never began',
      [says('Bye.', { tool_calls: [{ index: 3, function: { arguments: '{}' } }] }), done],
      [bye],
    ],
    // MiniMax, GLM: https://github.com/MiniMax-AI/MiniMax-M2.5/issues/2
    ['an empty role', [says('Bye.', { role: '' }), stop, done], [bye]],
    // Mistral: https://docs.mistral.ai/capabilities/reasoning
    [
      'thoughts in a list',
      [
        says([{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }]),
        says([{ type: 'text', text: 'Bye.' }]),
        done,
      ],
      [bye],
    ],
    ['a choice without an index', [chunk({ delta: { content: 'Bye.' } }), done], [bye]],
    ['no choices', ['data: {"choices":null,"usage":{}}\n\n', 'data: {"type":"ping"}\n\n', says('Bye.'), done], [bye]],
    [
      'usage and log probabilities of its own form',
      [
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Bye.' }, logprobs: [] }], usage: 'none' })}\n\n`,
        done,
      ],
      [bye],
    ],
    [
      'lines that end in CRLF, comments, no space, no blank lines',
      [': ping\r\n', says('Bye.').replace('data: ', 'data:').replaceAll('\n', '\r\n'), stop.trim() + '\n', done.trim()],
      [bye],
    ],
  ])('%s', async (_, pieces, parts) => {
    expect(await ask(behaviours.streams(pieces))).toEqual(parts);
  });

  it('characters and lines that are cut anywhere', async () => {
    const bytes = Buffer.from(says('Grüße, ありがとう 👋🏽!') + stop + done);
    const pieces = Array.from(bytes, (byte) => Buffer.from([byte]));
    expect((await ask(behaviours.streams(pieces))).map((part) => 'text' in part && part.text).join('')).toBe(
      'Grüße, ありがとう 👋🏽!',
    );
  });

  it.each([
    ['[DONE]', [says('Bye.'), stop, done]],
    ['the reason why the model ended', [says('Bye.'), stop]],
  ])('ends the answer with %s although the server keeps the connection', async (_, pieces) => {
    const asked = Date.now();
    expect(await ask(behaviours.streams(pieces, { keepsOpen: true }))).toEqual([bye]);
    expect(Date.now() - asked).toBeLessThan(3000);
  });

  it('goes on behind a reason that every chunk has', async () => {
    const each = (content: string) => chunk({ index: 0, delta: { content }, finish_reason: 'stop' });
    expect(await ask(behaviours.streams([each('We are '), each('open.'), done]))).toHaveLength(2);
  });

  it.each([
    // llama.cpp in 2025: https://github.com/ggml-org/llama.cpp/pull/16109
    ['an error in a field of its own', [says('We are'), 'error: {"code":500,"message":"overloaded"}\n\n', done]],
    ['an error that is a text', [says('We are'), 'data: {"error":"overloaded"}\n\n']],
    ['an error without choices', [says('We are'), 'data: {"object":"error","message":"overloaded"}\n\n']],
  ])('fails with %s', async (_, pieces) => {
    await expect(ask(behaviours.streams(pieces))).rejects.toThrow('the model reports an error in its stream');
  });
});

it('reads an evaluation in a list of contents', async () => {
  const content = [
    { type: 'thinking', thinking: [] },
    { type: 'text', text: '{"agreed":true}' },
  ];
  const model = setup(behaviours.completes(content));
  const schema = [{ name: 'agreed', type: 'bool' as const, description: 'Whether they agreed.' }];
  const request = { modelId: 1, turns: turnsOf('human: Yes.'), schema, signal: new AbortController().signal };
  await expect(model.evaluate(request)).resolves.toEqual({ agreed: true });
});

it('closes the connection when the customer interrupts', async () => {
  const closed = Promise.withResolvers<void>();
  const model = setup(async (response, request) => {
    response.on('close', closed.resolve);
    await behaviours.streams([says('We are')], { keepsOpen: true })(response, request);
  });
  const controller = new AbortController();
  const parts = model.reply(buildReplyRequest({ signal: controller.signal }))[Symbol.asyncIterator]();
  await expect(parts.next()).resolves.toEqual({ done: false, value: { kind: 'text', text: 'We are' } });
  const next = parts.next();
  controller.abort();
  await expect(next).rejects.toMatchObject({ name: 'AbortError' });
  await closed.promise;
});
