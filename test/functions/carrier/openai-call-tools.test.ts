import { expect, it, vi } from 'vitest';
import { handler } from '#functions/carrier/openai-call-tools.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { waitTool } from '#shared/conversations/wait-tool.ts';
import { sayTimeTool } from '#test/shared/tools/say-time.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';
import { carrierCallId, holdRealtimeCall, REALTIME_CALL_ID } from '#test/support/in-memory/calls.ts';
import { createFakeTool, outsideToolsOf } from '#test/support/memory/tool-uses.ts';
import { knownTools, toolsOn } from '#test/support/tools.ts';

async function setup(
  assistant: Partial<Assistant> = {},
  list = knownTools,
  script: Parameters<typeof holdRealtimeCall>[2] = {},
) {
  const scene = await holdRealtimeCall(assistant, {}, script);
  const deps = {
    ...scene,
    tools: toolsOn(scene, list),
    isToolsToken: async (token: string, _key: unknown, id: string) => token === 'good' && id === REALTIME_CALL_ID,
  };
  const { userId, callId } = scene.key;
  const ask = async (method: string, params: object = {}, { token = 'good', isNotification = false } = {}) => {
    const request = {
      path: `/carrier/openai/calls/${userId}/${callId}/tools`,
      parameters: { user_id: String(userId), call_id: String(callId) },
      headers: { authorization: `Bearer ${token}` },
      body: { jsonrpc: '2.0', ...(isNotification ? {} : { id: 1 }), method, params },
    };
    return readResponse(await handler.with(deps)(httpEvent(request)));
  };
  return { ...deps, ask };
}

it('shake hands as MCP servers do', async () => {
  const { ask } = await setup();
  expect(await ask('initialize', { protocolVersion: '2025-03-26' })).toMatchObject({
    status: 200,
    body: { id: 1, result: { protocolVersion: '2025-03-26', capabilities: { tools: {} } } },
  });
  expect((await ask('initialize')).body).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
  expect((await ask('notifications/initialized', {}, { isNotification: true })).status).toBe(202);
  expect((await ask('ping')).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
});

it('are the one that ends the call, as the assistant describes it', async () => {
  const { ask } = await setup();
  expect((await ask('tools/list')).body).toMatchObject({
    result: { tools: [{ name: 'end_call', description: 'After the goodbye.', inputSchema: { type: 'object' } }] },
  });
  const without = await setup({ tools: [] });
  expect((await without.ask('tools/list')).body).toMatchObject({ result: { tools: [] } });
});

it('end the call once: who ended it is noted, the last words are sent for, and the line is closed whatever happens', async () => {
  const { ask, now, queue, timer, clock, key, conversations } = await setup();
  const answer = await ask('tools/call', { name: 'end_call', arguments: {} });
  expect(answer).toMatchObject({ status: 200, body: { result: { isError: false } } });
  await ask('tools/call', { name: 'end_call', arguments: {} });
  expect((await now())?.endedBy).toBe('assistant');
  expect(await conversations.getState(carrierCallId)).toMatchObject({
    endingAt: expect.any(Number),
    endingTool: 'end_call',
  });
  const visit = { ...key, realtimeCallId: REALTIME_CALL_ID };
  expect(queue.sent).toMatchObject([{ queue: 'steer-realtime', message: { ...visit, act: 'last_words' } }]);
  expect(timer.timers[0]).toMatchObject({ dueAt: clock.now() + 30_000, message: { ...visit, act: 'hang_up' } });
});

// The example offers itself in `pipeline` only: no model would say its result. What the server does with it holds for all.
const offer = () => ({ description: 'Tells what time it is in a city.' });
const withTime = () => setup({}, [...knownTools, { ...sayTimeTool, offer }]);

it('tell their parameters, and the result of one that goes on, which ends nothing', async () => {
  const { ask, now, queue, lines, key } = await withTime();
  const listed = (await ask('tools/list')).body as { result: { tools: unknown[] } };
  expect(listed.result.tools.at(-1)).toEqual({
    name: 'say_time',
    description: 'Tells what time it is in a city.',
    inputSchema: sayTimeTool.parameters,
  });
  const answer = await ask('tools/call', { name: 'say_time', arguments: { city: 'Tokyo' } });
  const content = [{ type: 'text', text: 'It is 20:53 in Tokyo.' }];
  expect(answer).toMatchObject({ status: 200, body: { result: { content, isError: false } } });
  expect(lines).toContainEqual({ level: 'info', message: 'tool called', fields: { ...key, tool: 'say_time' } });
  expect((await now())?.endedBy).toBeNull();
  expect(queue.sent).toEqual([]);
});

it('answer for a tool that takes eight seconds, as the time of the function allows', async () => {
  vi.useFakeTimers();
  const run = () => new Promise<string>(() => undefined);
  const { ask } = await setup({}, [...knownTools, { ...sayTimeTool, offer, run }]);
  const asked = ask('tools/call', { name: 'say_time', arguments: { city: 'Tokyo' } });
  const early = vi.advanceTimersByTimeAsync(7_999).then(() => 'still running');
  await expect(Promise.race([asked, early])).resolves.toBe('still running');
  await vi.advanceTimersByTimeAsync(1);
  const content = [{ type: 'text', text: 'The tool has not answered in time.' }];
  expect(await asked).toMatchObject({ status: 200, body: { result: { content } } });
  vi.useRealTimers();
});

it('tell the model what is wrong with its arguments', async () => {
  const { ask } = await withTime();
  const answer = await ask('tools/call', { name: 'say_time', arguments: null });
  const content = [{ type: 'text', text: expect.stringMatching(/^The arguments are wrong: /) }];
  expect(answer).toMatchObject({ status: 200, body: { result: { content } } });
});

it.each([
  { method: 'tools/call', params: { name: 'transfer' }, code: -32_602 },
  { method: 'resources/list', params: {}, code: -32_601 },
])('refuse $method of what is not there', async ({ method, params, code }) => {
  const { ask } = await setup();
  expect(await ask(method, params)).toMatchObject({ status: 200, body: { error: { code } } });
});

it('answer 400 to what is no request', async () => {
  const { ask } = await setup();
  expect(await ask(undefined as unknown as string)).toMatchObject({ status: 400, body: { error: { code: -32_600 } } });
});

it('answer 401 to another token, and end nothing', async () => {
  const { ask, now, queue } = await setup();
  expect((await ask('tools/call', { name: 'end_call' }, { token: 'forged' })).status).toBe(401);
  expect((await now())?.endedBy).toBeNull();
  expect(queue.sent).toEqual([]);
});

it('have a model that waits for the customer ask nothing by itself', async () => {
  const { ask, queue, key, conversations, clock } = await setup({}, [...knownTools, waitTool]);
  const answer = await ask('tools/call', { name: 'wait', arguments: { seconds: 90 } });
  expect(answer.body).toMatchObject({ result: { content: [{ text: expect.stringContaining('90 seconds') }] } });
  expect((await conversations.getState(carrierCallId))?.waitsUntil).toBe(clock.now() + 90_000);
  const message = { ...key, realtimeCallId: REALTIME_CALL_ID, act: 'be_patient' };
  expect(queue.sent).toMatchObject([{ queue: 'steer-realtime', message }]);
});

async function setupOutside(own: Parameters<typeof createFakeTool>[0] = {}) {
  const tool = createFakeTool({ timeoutMs: 30_000, ...own });
  const scene = await setup({ toolIds: [81] }, knownTools, { toolIds: [81] });
  scene.outsideTools.load = outsideToolsOf([tool]).load;
  await scene.conversations.appendEvent(carrierCallId, {
    kind: 'customer_said',
    at: scene.clock.now(),
    text: 'Book it.',
  });
  const call = async (args = { day: 'Tuesday' }) =>
    (await scene.ask('tools/call', { name: 'book', arguments: args })).body as { result: { content: unknown } };
  return { ...scene, tool, call };
}

it('of the user are listed with their parameters, and run in the time of the function, once for the same words', async () => {
  const { ask, call, tool, queue, timer, key } = await setupOutside();
  expect((await ask('tools/list')).body).toMatchObject({
    result: { tools: [{ name: 'end_call' }, { name: 'book', inputSchema: { type: 'object' } }] },
  });
  const told = { result: { content: [{ type: 'text', text: 'Booked.' }], isError: false } };
  expect(await call()).toMatchObject(told);
  expect(await call()).toMatchObject(told);
  expect(tool.received).toMatchObject([{ args: { day: 'Tuesday' }, limitMs: 22_000 }]);
  expect(timer.timers).toMatchObject([{ queue: 'run-tool', message: { ...key, act: 'settle' } }]);
  // The model continues when it is asked to.
  const goOn = { queue: 'steer-realtime', message: { ...key, realtimeCallId: REALTIME_CALL_ID, act: 'go_on' } };
  expect(queue.sent).toMatchObject([goOn, goOn]);
});

it('of the user get arguments that fit, or the model is told why not', async () => {
  const { call, tool } = await setupOutside({ problem: 'day is missing.' });
  expect(await call()).toMatchObject({ result: { content: [{ text: 'day is missing.' }] } });
  expect(tool.received).toEqual([]);
});
