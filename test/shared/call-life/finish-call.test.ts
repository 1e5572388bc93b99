import { afterEach, expect, it, vi } from 'vitest';
import { finishCall } from '#shared/call-life/finish-call.ts';
import { callStatuses } from '#shared/calls/call-status.ts';
import { freshDialing } from '#shared/campaigns/lead.ts';
import type { ConversationEvent } from '#shared/conversations/conversation-items.ts';
import { ModelFailure } from '#shared/conversations/language-model.ts';
import { buildCampaign, buildLead } from '#test/support/builders.ts';
import { crashAt } from '#test/support/fakes.ts';
import { createEndedCall, postCallUrl } from '#test/support/in-memory/ended-calls.ts';

/** 61 s to the United States: 61 seconds of the assistant and two started minutes. */
const COST = { carrierCost: 28_000, totalCost: 89_000 };

afterEach(() => void vi.useRealTimers());

it('settles an answered call: status, cost, transcript and evaluation', async () => {
  const { deps, key, wallet, ledger } = await createEndedCall();
  await finishCall(key, deps);
  await expect(deps.calls.get(key)).resolves.toMatchObject({ status: 'ended_by_customer', hold: 0, ...COST });
  await expect(deps.calls.getBody(key)).resolves.toMatchObject({
    variables: { customer_name: 'Ada' },
    turns: [{ text: 'Hello Ada!' }, { text: 'Hello, who is this?' }],
    evaluation: { status: true, summary: 'They talked.' },
    webhookResponse: null,
  });
  const balance = 10_000_000 - COST.totalCost;
  expect(wallet()).toEqual({ balance, available: balance });
  expect(ledger).toMatchObject([{ userId: 7, amount: -COST.totalCost, kind: 'call', reference: `${key.callId}` }]);
});

it.each([
  { outcome: 'goal_reached', code: 'customer_hung_up', answers: [{ status: true }] },
  { outcome: 'talked', code: 'customer_hung_up', answers: [{ status: false }] },
  { outcome: 'talked', code: 'customer_hung_up', answers: [{ status: true, booked: false }], goal: 'booked' },
  {
    outcome: 'mailbox',
    code: 'voicemail',
    call: { answeredBy: 'machine' as const, endedBy: 'assistant' as const },
    said: ['Please leave a message after the tone.'],
    answers: [],
  },
  { outcome: 'mailbox', code: 'customer_hung_up', said: ['Please leave a message after the tone.'], answers: [] },
  { outcome: 'goal_reached', code: 'customer_hung_up', call: { answeredBy: 'machine' as const } },
  {
    outcome: 'screened',
    code: 'customer_hung_up',
    said: ["If you record your name and reason for calling, I'll see if this person is available."],
    answers: [{ status: false }],
  },
  {
    outcome: 'busy',
    code: 'sip_486',
    call: { status: 'busy' as const, carrierReason: { code: 'sip_486', text: 'SIP 486: Busy Here.' } },
    said: null,
  },
])('stores the outcome $outcome and the reason $code with the settlement', async ({ outcome, code, ...parts }) => {
  const { deps, key } = await createEndedCall(parts);
  await finishCall(key, deps);
  expect((await deps.calls.get(key))?.outcome).toBe(outcome);
  expect((await deps.calls.getBody(key))?.reason?.code).toBe(code);
});

it('a call in which the model has used do_not_call has the outcome opted_out', async () => {
  const { deps, key } = await createEndedCall({ call: { endedBy: 'assistant' } });
  await deps.conversations.beginEnding('connection-1', deps.clock.now(), { tool: 'do_not_call' });
  await finishCall(key, deps);
  expect(await deps.calls.get(key)).toMatchObject({ outcome: 'opted_out', reason: 'opted_out' });
});

it('counts it by its status and the money that is free again, and announces it, once', async () => {
  const { deps, key, observers } = await createEndedCall();
  await finishCall(key, deps);
  const deliveryId = `evt_${key.callId}_call.completed`;
  const [delivery] = await deps.deliveries.listOfCall(7, key.callId);
  expect(delivery).toMatchObject({ id: deliveryId, url: postCallUrl, status: 'pending', attempts: [] });
  await deps.deliveries.recordAttempt(delivery!, { at: 1, status: 500, problem: null, durationMs: 1 }, 'pending');
  await finishCall(key, deps);
  expect(observers.counts).toEqual([
    { name: 'CallFinished', dimensions: { status: 'ended_by_customer' } },
    { name: 'MoneyReleased', dimensions: {}, amount: 2 },
  ]);
  const message = { userId: 7, deliveryId, attempt: 1 };
  expect(deps.queue.sent).toEqual([{ queue: 'deliver-webhook', message, options: { groupId: '7' } }]);
});

it('finishes a call whose segments cannot be closed, and logs why', async () => {
  const { deps, key, observers } = await createEndedCall({ call: { id: 1_600 } });
  const error = new Error('the table is throttled');
  const callList = { ...deps.callList, closeSegments: async () => Promise.reject(error) };
  await finishCall(key, { ...deps, callList });
  expect((await deps.calls.get(key))?.hold).toBe(0);
  expect(observers.lines).toContainEqual({
    level: 'warn',
    message: 'closing call segments failed',
    fields: { userId: 7, error },
  });
});

it.each([
  { status: 'ended' as const, reads: 2 },
  { status: 'no-answer' as const, reads: 1 },
])('reads the head of a call that is $status $reads times', async ({ status, reads }) => {
  const { deps, key } = await createEndedCall({ call: { status } });
  const get = vi.spyOn(deps.calls, 'get');
  await finishCall(key, deps);
  expect(get).toHaveBeenCalledTimes(reads);
});

const recorded = (call = {}) => createEndedCall({ call, assistant: { record: true } });

it('a call that is recorded gets its link with the settlement, once', async () => {
  const { deps, key } = await recorded();
  await finishCall(key, deps);
  const { recordingSecret } = (await deps.calls.get(key))!;
  expect(recordingSecret).toMatch(/^[\w-]{43}$/);
  await finishCall(key, deps);
  expect((await deps.calls.get(key))?.recordingSecret).toBe(recordingSecret);
});

it('a call that is recorded has the carrier asked for it, in case its callback is lost', async () => {
  const { deps, key } = await recorded();
  await finishCall(key, deps);
  const options = { groupId: '7', delaySeconds: 300 };
  expect(deps.queue.sent).toContainEqual({ queue: 'fetch-recording', message: key, options });
});

it('a call that is recorded is not asked for again when it is stored', async () => {
  const { deps, key } = await recorded({ recording: { id: 'RE1', durationSeconds: 9, storedAt: 1 } });
  await finishCall(key, deps);
  expect(deps.queue.sent.map(({ queue }) => queue)).toEqual(['deliver-webhook']);
});

it.each([
  { what: 'its assistant does not record', call: {}, assistant: { record: false } },
  { what: 'the call was not answered', call: { answeredAt: null, durationSeconds: 0 }, assistant: { record: true } },
  { what: 'the carrier made no recording', call: { recordingAbsentAt: 1 }, assistant: { record: true } },
])('adds no link when $what', async (parts) => {
  const { deps, key } = await createEndedCall(parts);
  await finishCall(key, deps);
  expect((await deps.calls.get(key))?.recordingSecret).toBeUndefined();
  expect(deps.queue.sent.map(({ queue }) => queue)).toEqual(['deliver-webhook']);
});

it.each([
  { status: 'busy' as const, wanted: true },
  { status: 'no-answer' as const, wanted: true },
  { status: 'failed' as const, wanted: true },
  { status: 'failed' as const, wanted: false },
])('gives all money back for $status, announced to receivers of every call: $wanted', async ({ status, wanted }) => {
  const { deps, key, wallet, ledger, evaluations } = await createEndedCall({
    call: { status, answeredAt: null, durationSeconds: 0, endedBy: null },
    assistant: { sendWebhookOnlyOnCompleted: !wanted },
    said: null,
  });
  expect(wallet()).toEqual({ balance: 10_000_000, available: 8_000_000 });
  await finishCall(key, deps);
  await expect(deps.calls.get(key)).resolves.toMatchObject({ status, hold: 0, carrierCost: 0, totalCost: 0 });
  await expect(deps.calls.getBody(key)).resolves.toMatchObject({ turns: [], evaluation: {} });
  expect(wallet()).toEqual({ balance: 10_000_000, available: 10_000_000 });
  expect(ledger).toEqual([]);
  expect(evaluations).toEqual([]);
  expect(deps.queue.sent).toHaveLength(wanted ? 1 : 0);
});

it('hears of who hung up while the conversation is evaluated', async () => {
  const { deps, key } = await createEndedCall({ call: { endedBy: null } });
  const languageModel = {
    ...deps.languageModel,
    evaluate: async () => {
      await deps.calls.recordEndedBy(key, 'assistant');
      return {};
    },
  };
  await finishCall(key, { ...deps, languageModel });
  await expect(deps.calls.get(key)).resolves.toMatchObject({ status: 'ended_by_assistant' });
});

/** The customer of such a call has hung up a second ago, so many seconds after their last words. */
async function createOpenTurn(seconds: number, call: Parameters<typeof createEndedCall>[0] = {}) {
  const ended = await createEndedCall(call);
  const { conversations, clock } = ended.deps;
  await conversations.recordCustomerTurn('connection-1', 'Are you open?', clock.now() - 1000 - seconds * 1000);
  const generation = (await conversations.getState('connection-1'))!.generation;
  const tell = (event: object) =>
    conversations.appendEvent('connection-1', { at: clock.now(), generation, ...event } as ConversationEvent);
  return { ...ended, generation, tell };
}

it('a call whose models have failed in the last turn has ended by that, also when it ended otherwise', async () => {
  const { deps, key, tell } = await createOpenTurn(3, { call: { endReason: 'silence' } });
  await tell({ kind: 'turn_ended', outcome: 'model_failed' });
  await finishCall(key, deps);
  const told = { reason: 'model_failed', outcome: 'failed', endReason: 'model_failed' };
  expect(await deps.calls.get(key)).toMatchObject({ status: 'ended_by_customer', ...told });
});

it('a call whose customer hangs up while the models are asked is finished when their turn is over', async () => {
  const { deps, key, tell } = await createOpenTurn(3);
  await expect(finishCall(key, deps)).rejects.toThrow('the last turn still runs');
  expect((await deps.calls.get(key))?.status).toBe('ended');
  await tell({ kind: 'turn_ended', outcome: 'model_failed' });
  await finishCall(key, deps);
  expect((await deps.calls.get(key))?.reason).toBe('model_failed');
});

it('a call whose customer hangs up while it is connected again keeps what was said before', async () => {
  const again = { connectionId: 'connection-2', connections: 2, earlierConnections: ['connection-1'] };
  const { key, deps } = await createEndedCall({ call: again });
  // The customer's words have no answer: their turn counts as over after 22 s.
  deps.clock.move(30_000);
  await finishCall(key, deps);
  const body = await deps.calls.getBody(key);
  expect(body?.turns.map(({ text }) => text)).toEqual(['Hello Ada!', 'Hello, who is this?']);
});

it('a call whose customer hangs up before the answer is heard was reached', async () => {
  const { deps, key, tell } = await createOpenTurn(0);
  await expect(finishCall(key, deps)).rejects.toThrow('the last turn still runs');
  await tell({ kind: 'turn_ended', outcome: 'unheard' });
  await finishCall(key, deps);
  expect(await deps.calls.get(key)).toMatchObject({ status: 'ended_by_customer', reason: 'customer_hung_up' });
});

it.each([
  ['its turn has crashed', 21, {}],
  ['the assistant has ended it', 0, { endedBy: 'assistant' as const }],
  ['a speech model held it', 0, { mode: 'multimodal' as const, endedAt: 0 }],
])('a call is not kept waiting for a turn when %s', async (_, seconds, call) => {
  const { deps, key } = await createOpenTurn(seconds, { call });
  await finishCall(key, deps);
  expect((await deps.calls.get(key))?.hold).toBe(0);
});

it.each(callStatuses.filter((status) => ['initiated', 'ringing', 'in-progress'].includes(status)))(
  'leaves a call alone that is %s',
  async (status) => {
    const { deps, key, wallet } = await createEndedCall({ call: { status } });
    await finishCall(key, deps);
    await expect(deps.calls.get(key)).resolves.toMatchObject({ status, hold: 2_000_000 });
    expect(wallet()).toEqual({ balance: 10_000_000, available: 8_000_000 });
    expect(deps.queue.sent).toEqual([]);
  },
);

it('ignores a call that is not there', async () => {
  const { deps, observers } = await createEndedCall();
  await finishCall({ userId: 7, callId: 1 }, deps);
  expect(observers.lines).toMatchObject([{ level: 'warn', fields: { userId: 7, callId: 1 } }]);
});

it('settles once when two workers finish it at once', async () => {
  const { deps, key, wallet, ledger } = await createEndedCall();
  await Promise.all([finishCall(key, deps), finishCall(key, deps)]);
  expect(wallet()).toEqual({ balance: 9_911_000, available: 9_911_000 });
  expect(ledger).toHaveLength(1);
});

it.each(['before', 'after'] as const)('survives a crash right %s each of its steps', async (when) => {
  let steps = 0;
  for (let step = 1; ; step += 1) {
    const { deps, key, wallet, ledger } = await createEndedCall();
    const crashing = crashAt(deps, step, when);
    await finishCall(key, crashing.deps).catch(() => undefined);
    await finishCall(key, deps);
    const call = await deps.calls.get(key);
    const deliveries = await deps.deliveries.listOfCall(7, key.callId);
    expect({ step, status: call?.status, ledger: ledger.length, wallet: wallet(), deliveries }).toMatchObject({
      step,
      status: 'ended_by_customer',
      ledger: 1,
      wallet: { balance: 9_911_000, available: 9_911_000 },
      deliveries: [{ status: 'pending' }],
    });
    expect(deps.queue.sent.length).toBeGreaterThan(0);
    if (!crashing.crashed()) break;
    steps = step;
  }
  expect(steps).toBeGreaterThan(8);
});

const empty = { status: null, summary: null };
const evaluationOf = async (parts: Parameters<typeof createEndedCall>[0]) => {
  const ended = await createEndedCall(parts);
  await finishCall(ended.key, ended.deps);
  const body = await ended.deps.calls.getBody(ended.key);
  return { ...ended, evaluation: body?.evaluation };
};

it.each([
  { name: 'the assistant wants none', parts: { assistant: { postCallEvaluation: false } }, evaluation: {} },
  { name: 'there is nothing to find out', parts: { assistant: { postCallSchema: [] } }, evaluation: {} },
  { name: 'no one spoke', parts: { said: [] }, evaluation: empty },
  { name: 'there was no conversation', parts: { said: null }, evaluation: empty },
  {
    name: 'a machine did',
    parts: { call: { answeredBy: 'machine' as const }, said: ['Leave a message after the tone.'] },
    evaluation: empty,
  },
])('the evaluation is $evaluation without a model when $name', async ({ parts, evaluation }) => {
  const outcome = await evaluationOf(parts);
  expect(outcome.evaluation).toEqual(evaluation);
  expect(outcome.evaluations).toEqual([]);
});

it.each([{ first: new Error('overloaded') }, { first: 'no JSON' }, { first: { status: 'perhaps' } }])(
  'the evaluation tries again after $first',
  async ({ first }) => {
    const outcome = await evaluationOf({ answers: [first, { status: true }] });
    expect(outcome.evaluation).toEqual({ status: true, summary: null });
    expect(outcome.evaluations).toHaveLength(2);
  },
);

it('the evaluation asks once more what cannot be read, also after a failure', async () => {
  const outcome = await evaluationOf({ answers: [new Error('overloaded'), { status: 'perhaps' }, { status: 'yes' }] });
  expect(outcome.evaluation).toEqual({ status: true, summary: null });
  expect(outcome.evaluations).toHaveLength(3);
});

it('the evaluation tells the model what was wrong with its answer', async () => {
  const { evaluations } = await evaluationOf({ answers: [{ status: 'perhaps' }, { status: true }] });
  expect(evaluations.map(({ invalidFields }) => invalidFields)).toEqual([
    [],
    [{ name: 'status', type: 'bool', written: '"perhaps"' }],
  ]);
});

const schema = (['a', 'b', 'c'] as const).map((name) => ({ name, type: 'number' as const, description: '' }));

it.each([
  ['wrong twice is null', [{ a: 1, b: 'two', c: 3 }], { a: 1, b: null, c: 3 }],
  [
    'that was right before keeps that value',
    [
      { a: 1, b: 'two' },
      { a: 'one', b: 2 },
    ],
    { a: 1, b: 2, c: null },
  ],
  ['wrong is null when the model then fails', [{ a: 1, b: 'two' }, new Error('down')], { a: 1, b: null, c: null }],
])('the evaluation keeps what is right: a field %s', async (_, answers, evaluation) => {
  const outcome = await evaluationOf({ assistant: { postCallSchema: schema }, answers });
  expect(outcome.evaluation).toEqual(evaluation);
  expect(outcome.evaluations).toHaveLength(2);
  expect(outcome.observers.counts.map(({ name }) => name)).not.toContain('EvaluationFailed');
});

const down = new ModelFailure('401', { isPermanent: true });
const right = { status: true };
const wrong = { status: 'perhaps', summary: {} };

it.each([
  ['of another provider', {}, [down, right], [1, 15]],
  ['of its list, in its order', { fallbackModels: ['gpt-4o', 'nova-lite'] }, [down, down, right], [1, 4, 9]],
  ['after a second try that may help', {}, [new Error('overloaded'), new Error('overloaded'), right], [1, 1, 15]],
  ['after no field was right', {}, [wrong, wrong, right], [1, 1, 15]],
  [
    'of text in multimodal mode',
    { mode: 'multimodal' as const, llmModelId: null, multimodalModelId: 104 },
    [down, right],
    [12, 15],
  ],
])('the evaluation falls back to a model %s', async (_, changes, answers, asked) => {
  const assistant = { llmModelId: 1, ...changes };
  const outcome = await evaluationOf({ assistant, answers });
  expect(outcome.evaluations.map(({ modelId }) => modelId)).toEqual(asked);
  expect(outcome.evaluation).toEqual({ status: true, summary: null });
});

it('the evaluation logs why a model has failed, with the code', async () => {
  const cause = Object.assign(new Error('He said: "12345"'), { name: 'AI_APICallError', statusCode: 401 });
  const { observers } = await evaluationOf({ answers: [new ModelFailure('no', { isPermanent: true, cause }), right] });
  expect(observers.lines[0]).toMatchObject({ fields: { modelId: 11, problem: 'AI_APICallError 401' } });
});

it('the evaluation is empty, logged and counted when all models fail', async () => {
  const outcome = await evaluationOf({ answers: [new Error('He said: "my number is 12345"')] });
  expect(outcome.evaluation).toEqual({});
  expect(outcome.evaluations.map(({ modelId }) => modelId)).toEqual([11, 11, 12, 12]);
  expect(outcome.observers.counts[0]).toMatchObject({ name: 'EvaluationFailed' });
  const levels = outcome.observers.lines.map((line) => line.level);
  expect(levels).toEqual(['warn', 'warn', 'warn', 'warn', 'error', 'info']);
  expect(JSON.stringify(outcome.observers.lines)).not.toContain('12345');
});

it.each([
  { asked: undefined, waits: 1000 },
  { asked: 3, waits: 3000 },
  { asked: 60, waits: 10_000 },
])('the evaluation waits $waits ms for a provider that has no room and asks for $asked s', async ({ asked, waits }) => {
  const busy = new ModelFailure('429', { isPermanent: false, retryAfterSeconds: asked });
  const { deps, key, pauses } = await createEndedCall({ answers: [busy, busy, { status: true }] });
  await finishCall(key, deps);
  // Before it is asked again, not before another model.
  expect(pauses).toEqual([waits]);
  await expect(deps.calls.getBody(key)).resolves.toMatchObject({ evaluation: { status: true } });
});

it('the evaluation gives up on models that do not answer within 20 s, and on all of them after 50 s', async () => {
  const { deps, key } = await createEndedCall();
  vi.useFakeTimers();
  const began = performance.now();
  const waits: number[][] = [];
  const evaluate = async ({ signal }: { signal: AbortSignal }) => {
    const wait = [performance.now() - began];
    waits.push(wait);
    signal.addEventListener('abort', () => wait.push(performance.now() - began));
    return new Promise<never>(() => undefined);
  };
  const finishing = finishCall(key, { ...deps, languageModel: { ...deps.languageModel, evaluate } });
  await vi.advanceTimersByTimeAsync(50_000);
  await finishing;
  expect(waits).toEqual([
    [0, 20_000],
    [20_000, 40_000],
    [40_000, 50_000],
  ]);
  await expect(deps.calls.get(key)).resolves.toMatchObject({ status: 'ended_by_customer', ...COST });
  await expect(deps.calls.getBody(key)).resolves.toMatchObject({ evaluation: {} });
});

it('stores how fast the answers were, and reports each', async () => {
  const { deps, key, observers } = await createEndedCall({ said: ['When?'] });
  const promptAt = deps.clock.now() - 40_000;
  const timing = { promptAt, askedAt: promptAt + 20, firstTokenAt: promptAt + 400 };
  const answer = { kind: 'assistant_said', at: promptAt + 450, generation: 1, text: 'At six.', timing } as const;
  await deps.conversations.appendEvent('connection-1', answer);
  const durations: unknown[] = [];
  const metrics = { ...deps.metrics, duration: (...parts: unknown[]) => void durations.push(parts) };
  await finishCall(key, { ...deps, metrics });
  expect((await deps.calls.get(key))?.latency).toBe('1 20/20 400/400 450/450 - 1450/1450');
  expect(durations).toEqual([['MouthToEar', 1450]]);
  const fields = { ...key, outcome: 'settled', mouthToEarMs: 1450 };
  expect(observers.lines.at(-1)).toMatchObject({ message: 'call finished', fields });
});

it.each([
  { reached: true, leadStatus: 'completed' },
  { reached: false, leadStatus: 'rescheduled' },
] as const)(
  'concludes the lead of a campaign call by its evaluation, once: $reached',
  async ({ reached, leadStatus }) => {
    const ofCampaign = { call: { campaignId: 4001, leadId: 6001 }, answers: [{ status: reached }] };
    const { deps, key } = await createEndedCall(ofCampaign);
    const rules = { retryOnGoalIncomplete: true, goalCompletionVariable: 'status' };
    await deps.campaigns.add(buildCampaign({ status: 'in-progress', ...rules }));
    const dialing = { ...freshDialing, callId: key.callId, attemptsBegun: 1 };
    await deps.leads.create(buildLead({ status: 'processing', dialing }), []);
    for (const _ of [1, 2]) await finishCall(key, deps);
    await expect(deps.leads.get(7, 6001)).resolves.toMatchObject({ status: leadStatus, dialing: { callId: null } });
    await expect(deps.calls.get(key)).resolves.toMatchObject({ leadStatus });
    const woken = deps.queue.sent.filter(({ queue }) => queue === 'dial-campaign');
    expect(woken).toMatchObject([{ message: { userId: 7, campaignId: 4001, endedCallId: key.callId } }]);
  },
);
