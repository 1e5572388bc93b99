import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { webhookSecret } from '#shared/accounts/webhook-secrets.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { queueCallWebhooks, replayWebhook } from '#shared/webhooks/announce-call.ts';
import { deliverWebhook } from '#shared/webhooks/deliver-webhook.ts';
import { listDeliveries } from '#shared/webhooks/deliveries.ts';
import {
  decidePace,
  endpointOf,
  isNews,
  QUICK_MS,
  unknownEndpoint,
  withAttempt,
} from '#shared/webhooks/endpoint-health.ts';
import { MAX_ATTEMPTS, retryDelays } from '#shared/webhooks/retry-schedule.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { crashAt, createFixedClock } from '#test/support/fakes.ts';
import { answered, createSettledCall, postCallUrl, SIGNING_KEY } from '#test/support/in-memory/ended-calls.ts';
import { createMemoryQueue } from '#test/support/memory/platform.ts';
import { createMemoryEndpointHealthStore, createMemoryWebhookDeliveryStore } from '#test/support/memory/webhooks.ts';

const endpoint = endpointOf(1, postCallUrl);
const unreachable = { kind: 'unreachable' as const, problem: 'ECONNRESET', durationMs: 9 };

it('posts the call to the address of the delivery, notes the answer on the call and counts it', async () => {
  const { deps, message, delivery, response, key, observers } = await createSettledCall([answered(200)]);
  const at = deps.clock.now();
  await deliverWebhook(message(1), deps);
  const [request] = deps.transport.requests;
  expect(request?.url).toBe(postCallUrl);
  expect(JSON.parse(request!.body)).toMatchObject({
    event: 'call.completed',
    id: key.callId,
    status: 'ended_by_customer',
    extracted_variables: { status: true, summary: 'They talked.' },
    input_variables: { customer_name: 'Ada' },
    transcript: 'Assistant: Hello Ada!\nCustomer: Hello, who is this?',
  });
  await expect(delivery()).resolves.toMatchObject({
    status: 'delivered',
    attempts: [{ at, status: 200, problem: null, durationMs: 12 }],
  });
  await expect(response()).resolves.toEqual({ status: 200, body: 'thanks', attempts: 1, deliveredAt: at });
  expect(deps.timer.timers).toEqual([]);
  expect(observers.counts).toContainEqual({ name: 'WebhookAttempt', dimensions: { outcome: 'delivered' } });
});

it('says nothing of a call that was removed meanwhile, does not try again, and leaves nothing of the delivery', async () => {
  const { deps, message, key, delivery } = await createSettledCall([answered(500), answered(200)]);
  await deliverWebhook(message(1), deps);
  await deps.calls.remove(key, deps.clock.now());
  const timers = deps.timer.timers.length;
  await deliverWebhook(message(2), deps);
  expect(deps.transport.requests).toHaveLength(1);
  expect(deps.timer.timers).toHaveLength(timers);
  expect(await delivery()).toBeUndefined();
});

it('tells the same on every attempt, whatever has become of the recording meanwhile', async () => {
  const { deps, message, key } = await createSettledCall([answered(500), answered(500), answered(200)], {
    record: true,
  });
  const { clock, calls, transport } = deps;
  await deliverWebhook(message(1), deps);
  await calls.change(key, { recording: { id: 'RE1', durationSeconds: 9, storedAt: clock.now() } }, clock.now());
  clock.move(60_000);
  await deliverWebhook(message(2), deps);
  await calls.change(key, { recordingAbsentAt: clock.now() }, clock.now());
  clock.move(90 * 86_400_000);
  await deliverWebhook(message(3), deps);
  expect(new Set(transport.requests.map(({ body }) => body)).size).toBe(1);
  expect(transport.requests).toHaveLength(3);
});

describe('signature', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    { version: 1, key: SIGNING_KEY },
    { version: 2, key: SIGNING_KEY },
    { version: 1, key: 'the key before its rotation' },
  ])('is good for secret version $version of the $key, on every attempt anew', async ({ version, key }) => {
    const { deps, message } = await createSettledCall([answered(500)]);
    const id = message(1).deliveryId;
    const verifier = new Webhook(webhookSecret(key, 1, version));
    for (const attempt of [1, 2]) {
      await deliverWebhook(message(attempt), deps);
      vi.setSystemTime(deps.clock.now());
      const { headers, body } = deps.transport.requests.at(-1)!;
      expect(headers).toMatchObject({
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(deps.clock.now() / 1000)),
      });
      expect(verifier.verify(body, headers)).toMatchObject({ event: 'call.completed' });
      deps.clock.move(3_600_000);
    }
  });
});

it.each([
  { answer: answered(500), status: 500, problem: null, body: 'thanks' },
  { answer: answered(302), status: 302, problem: null, body: 'thanks' },
  { answer: unreachable, status: 0, problem: 'ECONNRESET', body: '' },
  { answer: { ...unreachable, kind: 'refused' as const }, status: 0, problem: 'ECONNRESET', body: '' },
])('tries again by the schedule after $answer.kind $status', async ({ answer, status, problem, body }) => {
  const { deps, message, delivery, response, observers } = await createSettledCall([answer]);
  await deliverWebhook(message(1), deps);
  await expect(delivery()).resolves.toMatchObject({ status: 'pending', attempts: [{ status, problem }] });
  await expect(response()).resolves.toEqual({ status, body, attempts: 1, deliveredAt: null });
  expect(deps.timer.timers).toEqual([
    { dueAt: deps.clock.now() + answer.durationMs + retryDelays[0]!, queue: 'deliver-webhook', message: message(2) },
  ]);
  expect(observers.counts).toContainEqual({ name: 'WebhookAttempt', dimensions: { outcome: 'refused' } });
});

it('keeps the whole log, and notes the delivery when a later attempt gets through', async () => {
  const { deps, message, delivery, response } = await createSettledCall([answered(500), unreachable, answered(204)]);
  for (const attempt of [1, 2, 3]) await deliverWebhook(message(attempt), deps);
  await expect(delivery()).resolves.toMatchObject({
    status: 'delivered',
    attempts: [{ status: 500 }, { status: 0 }, { status: 204 }],
  });
  await expect(response()).resolves.toMatchObject({ status: 204, attempts: 3, deliveredAt: deps.clock.now() });
});

it('is exhausted after the last attempt, and can be replayed', async () => {
  const script = [...Array.from({ length: MAX_ATTEMPTS }, () => answered(503)), answered(200)];
  const { deps, message, delivery, observers, replayQueue } = await createSettledCall(script);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) await deliverWebhook(message(attempt), deps);
  await expect(delivery()).resolves.toMatchObject({ status: 'exhausted' });
  expect(deps.timer.timers).toHaveLength(MAX_ATTEMPTS - 1);
  expect(observers.counts.at(-1)).toMatchObject({ name: 'WebhookExhausted' });
  await replayWebhook(
    { userId: 1, target: message(1).deliveryId },
    { deliveries: deps.deliveries, queue: replayQueue },
  );
  expect(replayQueue.sent).toMatchObject([{ message: message(MAX_ATTEMPTS + 1) }]);
  await deliverWebhook(message(MAX_ATTEMPTS + 1), deps);
  await expect(delivery()).resolves.toMatchObject({ status: 'delivered' });
});

it('stops at 410 and switches the webhook off', async () => {
  const { deps, message, delivery } = await createSettledCall([answered(410)]);
  await deliverWebhook(message(1), deps);
  await expect(delivery()).resolves.toMatchObject({ status: 'disabled', attempts: [{ status: 410 }] });
  await expect(deps.assistants.get(1, 2001)).resolves.toMatchObject({ isWebhookActive: false });
  expect(deps.timer.timers).toEqual([]);
});

describe('a webhook that its user has switched off since', () => {
  const switchOff = async ({ deps }: Awaited<ReturnType<typeof createSettledCall>>) => {
    const before = await deps.assistants.get(1, 2001);
    await deps.assistants.replace(before!, { ...before!, isWebhookActive: false, version: before!.version + 1 });
  };
  const skipped = { status: 0, problem: 'the webhook was switched off', durationMs: 0 };

  it('gets nothing more: no first attempt and no retry', async () => {
    const running = await createSettledCall();
    await switchOff(running);
    await deliverWebhook(running.message(1), running.deps);
    await expect(running.delivery()).resolves.toMatchObject({ status: 'disabled', attempts: [skipped] });
    const failed = await createSettledCall([answered(500)]);
    await deliverWebhook(failed.message(1), failed.deps);
    await switchOff(failed);
    await deliverWebhook(failed.message(2), failed.deps);
    await expect(failed.delivery()).resolves.toMatchObject({
      status: 'disabled',
      attempts: [{ status: 500 }, skipped],
    });
    await expect(failed.response()).resolves.toMatchObject({ status: 500, attempts: 1 });
    expect([running, failed].map(({ deps }) => deps.transport.requests.length)).toEqual([0, 1]);
  });

  it('gets a replay, and no retry of it', async () => {
    const settled = await createSettledCall([answered(500)]);
    const { deps, message, delivery } = settled;
    await switchOff(settled);
    for (const attempt of [1, 2, 3]) {
      await deliverWebhook(message(attempt), deps);
      if (attempt === 1) await replayWebhook({ userId: 1, target: message(1).deliveryId }, deps);
    }
    await expect(delivery()).resolves.toMatchObject({
      status: 'disabled',
      attempts: [skipped, { status: 500 }, skipped],
    });
    expect(deps.transport.requests).toHaveLength(1);
  });

  it('stays on when it was switched on again', async () => {
    const settled = await createSettledCall();
    const { deps, message } = settled;
    await switchOff(settled);
    await deliverWebhook(message(1), deps);
    const before = await deps.assistants.get(1, 2001);
    await deps.assistants.replace(before!, { ...before!, isWebhookActive: true, version: before!.version + 1 });
    await deliverWebhook(message(1), deps);
    await expect(deps.assistants.get(1, 2001)).resolves.toMatchObject({ isWebhookActive: true });
  });

  it('still gets what a deleted assistant has left', async () => {
    const { deps, message, delivery } = await createSettledCall();
    const before = await deps.assistants.get(1, 2001);
    await deps.assistants.delete(before!);
    await deliverWebhook(message(1), deps);
    await expect(delivery()).resolves.toMatchObject({ status: 'delivered' });
  });
});

describe('an address that its user has changed since', () => {
  const present = 'https://crm.example.org/hooks';
  type Settled = Awaited<ReturnType<typeof createSettledCall>>;
  const change = async ({ deps }: Settled, change: Partial<Assistant>) => {
    const before = await deps.assistants.get(1, 2001);
    await deps.assistants.replace(before!, { ...before!, ...change, version: before!.version + 1 });
  };
  const posted = ({ deps }: Settled) => deps.transport.requests.map(({ url }) => url);

  it('gets the first attempt of a call that was on the line', async () => {
    const settled = await createSettledCall([answered(200)]);
    await change(settled, { webhookUrl: present });
    await deliverWebhook(settled.message(1), settled.deps);
    expect(posted(settled)).toEqual([present]);
  });

  it('gets the retry; the log names the address of each attempt, and the health is of its server', async () => {
    const settled = await createSettledCall([answered(500), answered(200)]);
    const { deps, message, delivery, key } = settled;
    await deliverWebhook(message(1), deps);
    await change(settled, { webhookUrl: present });
    await deliverWebhook(message(2), deps);
    expect(posted(settled)).toEqual([postCallUrl, present]);
    await expect(delivery()).resolves.toMatchObject({ status: 'delivered', url: postCallUrl });
    const [record] = await listDeliveries(key, deps);
    expect(record).toMatchObject({
      url: present,
      attempts: [{ url: postCallUrl }, { url: present }],
      endpoint: { origin: 'https://crm.example.org', failing_since: null },
    });
  });

  it('gets a replay, whether the delivery failed or arrived elsewhere', async () => {
    const settled = await createSettledCall([answered(410), answered(200), answered(200)]);
    const { deps, message } = settled;
    await deliverWebhook(message(1), deps);
    await change(settled, { webhookUrl: present, isWebhookActive: true });
    for (const attempt of [2, 3]) {
      await replayWebhook({ userId: 1, target: message(1).deliveryId }, deps);
      await deliverWebhook(message(attempt), deps);
    }
    expect(posted(settled)).toEqual([postCallUrl, present, present]);
  });

  it('stays on when the old one answers 410 to its last attempt', async () => {
    const settled = await createSettledCall([answered(410)]);
    const { deps, message } = settled;
    const { post } = deps.transport;
    deps.transport.post = async (request) => {
      await change(settled, { webhookUrl: present });
      return post(request);
    };
    await deliverWebhook(message(1), deps);
    await expect(deps.assistants.get(1, 2001)).resolves.toMatchObject({ isWebhookActive: true, webhookUrl: present });
  });

  it('is the inbound one for an inbound event', async () => {
    const inboundWebhookUrl = 'https://example.com/inbound';
    const settled = await createSettledCall([answered(200)], { inboundWebhookUrl }, { type: 'inbound' });
    await change(settled, { inboundWebhookUrl: present });
    const deliveryId = `evt_${settled.key.callId}_inbound_call.completed`;
    await deliverWebhook({ userId: 1, deliveryId, attempt: 1 }, settled.deps);
    expect(posted(settled)).toEqual([present]);
  });

  it.each([
    ['the address was removed', { webhookUrl: null, isWebhookActive: false }],
    ['the assistant was deleted', undefined],
  ])('is the last one for a replay when %s', async (_, removed) => {
    const settled = await createSettledCall([answered(500), answered(200), answered(200)]);
    const { deps, message } = settled;
    await deliverWebhook(message(1), deps);
    await change(settled, { webhookUrl: present });
    await deliverWebhook(message(2), deps);
    if (removed) await change(settled, removed);
    else await deps.assistants.delete((await deps.assistants.get(1, 2001))!);
    await replayWebhook({ userId: 1, target: message(1).deliveryId }, deps);
    await deliverWebhook(message(3), deps);
    expect(posted(settled)).toEqual([postCallUrl, present, present]);
  });
});

it('posts nothing to an inbound webhook that was disabled during the call', async () => {
  const inboundWebhookUrl = 'https://example.com/inbound';
  const { deps, key } = await createSettledCall([], { inboundWebhookUrl }, { type: 'inbound' });
  const before = await deps.assistants.get(1, 2001);
  await deps.assistants.replace(before!, { ...before!, inboundWebhookUrl: null, version: before!.version + 1 });
  const deliveryId = `evt_${key.callId}_inbound_call.completed`;
  await deliverWebhook({ userId: 1, deliveryId, attempt: 1 }, deps);
  await expect(deps.deliveries.get(1, key.callId, 'inbound_call.completed')).resolves.toMatchObject({
    status: 'disabled',
  });
  expect(deps.transport.requests).toEqual([]);
});

it('keeps 2 KB of the answer, no character cut in two', async () => {
  const body = `${'x'.repeat(2047)}é and more`;
  const { deps, message, response } = await createSettledCall([answered(200, { body })]);
  await deliverWebhook(message(1), deps);
  await expect(response()).resolves.toMatchObject({ body: 'x'.repeat(2047) });
});

it('posts once when two workers have the message at the same time', async () => {
  const { deps, message, delivery } = await createSettledCall([answered(200)]);
  await deps.endpoints.replace(undefined, { ...unknownEndpoint(endpoint), observedAt: deps.clock.now() });
  const outcomes = await Promise.allSettled([deliverWebhook(message(1), deps), deliverWebhook(message(1), deps)]);
  expect(deps.transport.requests).toHaveLength(1);
  expect((await delivery())?.attempts).toHaveLength(1);
  const rescheduled = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(rescheduled).toMatchObject([{ name: 'RetryLater', delaySeconds: 30 }]);
});

it.each(['evt_1_call.completed', 'evt_1_call.started', 'nonsense'])('ignores the unknown delivery %s', async (id) => {
  const { deps, observers } = await createSettledCall();
  await deliverWebhook({ userId: 1, deliveryId: id, attempt: 1 }, deps);
  expect(deps.transport.requests).toEqual([]);
  expect(observers.lines.at(-1)).toMatchObject({ level: 'warn', fields: { deliveryId: id } });
});

describe.each(['before', 'after'] as const)('after a crash right %s any of its steps', (when) => {
  it.each([
    { answer: 500, status: 'pending', timers: true, isWebhookActive: true },
    { answer: 410, status: 'disabled', timers: false, isWebhookActive: false },
    { answer: 200, status: 'delivered', timers: false, isWebhookActive: true },
  ])('an answer of $answer leaves it $status', async ({ answer, status, timers, isWebhookActive }) => {
    let crashed = true;
    for (let step = 1; crashed; step += 1) {
      const { deps, message, delivery, response } = await createSettledCall([answered(answer)]);
      const crashing = crashAt(deps, step, when);
      await deliverWebhook(message(1), crashing.deps).catch(() => undefined);
      crashed = crashing.crashed();
      // The claim of a worker ends after 30 s. SQS delivers the message again later.
      deps.clock.move(30_000);
      if (crashed) await deliverWebhook(message(1), deps);
      expect({ step, delivery: await delivery(), response: await response() }).toMatchObject({
        step,
        delivery: { status, attempts: [{ status: answer }] },
        response: { status: answer, attempts: 1 },
      });
      expect({ step, set: deps.timer.timers.length > 0 }).toEqual({ step, set: timers });
      await expect(deps.assistants.get(1, 2001)).resolves.toMatchObject({ isWebhookActive });
    }
  });
});

const hung = { kind: 'unreachable' as const, problem: 'no answer within 15 s', durationMs: 15_000 };
const slowly = 'deliver-slow-webhook';

describe('the slow queue', () => {
  it('gets every delivery to an endpoint that has hung, and its retries, until one succeeds quickly', async () => {
    const { deps, message, queue } = await createSettledCall([hung, unreachable, answered(200)]);
    const { endpoints, timer, transport } = deps;
    await deliverWebhook(message(1), deps);
    expect(timer.timers).toMatchObject([{ queue: slowly, message: message(2) }]);
    await deliverWebhook(message(2), deps);
    expect(queue.sent).toEqual([{ queue: slowly, message: message(2), options: { groupId: '1' } }]);
    expect(transport.requests).toHaveLength(1);
    await deliverWebhook(message(2), deps, slowly);
    expect(timer.timers.at(-1)).toMatchObject({ queue: slowly, message: message(3) });
    await expect(endpoints.get(endpoint)).resolves.toMatchObject({ pace: 'slow' });
    deps.clock.move(60_000);
    await deliverWebhook(message(3), deps, slowly);
    await expect(endpoints.get(endpoint)).resolves.toMatchObject({
      pace: 'quick',
      lastSuccessAt: deps.clock.now() + 12,
      failingSince: null,
      lastFailure: { status: 0, problem: hung.problem },
    });
  });

  it('gets all but one delivery to an unknown endpoint', async () => {
    const { deps, message, queue } = await createSettledCall([hung]);
    await Promise.all([1, 2, 3].map(() => deliverWebhook(message(1), deps)));
    expect(deps.transport.requests).toHaveLength(1);
    expect(queue.sent.map((sent) => sent.queue)).toEqual([slowly, slowly]);
  });

  it('gets what comes while an attempt still waits', async () => {
    vi.useFakeTimers();
    const { deps, message, queue } = await createSettledCall();
    await deps.endpoints.replace(undefined, { ...unknownEndpoint(endpoint), observedAt: deps.clock.now() });
    const { promise, resolve } = Promise.withResolvers<typeof hung>();
    deps.transport.post = () => promise;
    const first = deliverWebhook(message(1), deps);
    await vi.advanceTimersByTimeAsync(QUICK_MS);
    await expect(deps.endpoints.get(endpoint)).resolves.toMatchObject({ pace: 'slow' });
    await deliverWebhook(message(1), deps);
    expect(queue.sent).toHaveLength(1);
    resolve(hung);
    await first;
    vi.useRealTimers();
  });

  it.each([
    { what: 'hang', answers: [hung], queue: slowly, most: 2 },
    { what: 'accept', answers: [answered(200)], queue: 'deliver-webhook', most: 4 },
    { what: 'accept and refuse in turn', answers: [answered(200), answered(500)], queue: 'deliver-webhook', most: 4 },
  ] as const)('is decided by an item that 300 deliveries that $what write $most times at most', async (row) => {
    const { deps, message } = await createSettledCall();
    for (let sent = 0; sent < 300; sent += 1) {
      const { deps: others } = await createSettledCall([row.answers[sent % row.answers.length]!]);
      await deliverWebhook(message(1), { ...others, endpoints: deps.endpoints }, row.queue);
    }
    expect(deps.endpoints.writes()).toBeLessThanOrEqual(row.most);
  });
});

describe('an endpoint', () => {
  const quick = { ...unknownEndpoint(endpoint), observedAt: 1_000_000 };

  it.each([
    { after: 600_000, pace: 'quick' },
    { after: 600_001, pace: 'probe' },
  ])('that was quick gets $pace attempts $after ms later', ({ after, pace }) => {
    expect(decidePace(quick, quick.observedAt + after)).toBe(pace);
  });

  it('is tried again 30 s after the worker that tried it has crashed', async () => {
    const { deps, message } = await createSettledCall();
    deps.transport.post = () => Promise.reject(new Error('crashed'));
    await expect(deliverWebhook(message(1), deps)).rejects.toThrow('crashed');
    const [health, at] = [await deps.endpoints.get(endpoint), deps.clock.now() + 30_000];
    expect([at - 1, at].map((now) => decidePace(health, now))).toEqual(['slow', 'probe']);
  });

  it.each([
    { was: 'slow', durationMs: 1000, pace: 'quick' },
    { was: 'slow', durationMs: 1001, pace: 'slow' },
    { was: 'quick', durationMs: 2000, pace: 'quick' },
    { was: 'quick', durationMs: 2001, pace: 'slow' },
  ] as const)('that was $was is $pace after an answer in $durationMs ms', ({ was, durationMs, pace }) => {
    const attempt = { at: 1_000_000, status: 200, problem: null, durationMs };
    expect(withAttempt({ ...quick, pace: was }, attempt)).toMatchObject({ pace, observedAt: 1_000_000 + durationMs });
  });

  it.each([
    { what: 'stays quick', change: {}, after: 60_000 },
    { what: 'begins to fail', change: { failingSince: 1 }, after: 1000 },
  ])('that $what is recorded $after ms after it was last', ({ change, after }) => {
    const recorded = [after - 1, after].map((ms) => isNews(quick, { ...quick, ...change, observedAt: 1_000_000 + ms }));
    expect(recorded).toEqual([false, true]);
  });
});

const urls = { webhookUrl: 'https://example.com/post-call', inboundWebhookUrl: 'https://example.com/inbound' };

const setup = () => ({
  deliveries: createMemoryWebhookDeliveryStore(),
  endpoints: createMemoryEndpointHealthStore(),
  queue: createMemoryQueue(),
  clock: createFixedClock(),
});

it('puts both events of an inbound call on their way', async () => {
  const deps = setup();
  const call = buildCall({ id: 42, type: 'inbound', status: 'completed', hold: 0 });
  await queueCallWebhooks(call, buildAssistant({ type: 'inbound', isWebhookActive: true, ...urls }), deps);
  await expect(deps.deliveries.listOfCall(7, 42)).resolves.toMatchObject([
    { id: 'evt_42_call.completed', url: urls.webhookUrl },
    { id: 'evt_42_inbound_call.completed', url: urls.inboundWebhookUrl },
  ]);
  expect(deps.queue.sent.map((sent) => sent.message)).toEqual([
    { userId: 7, deliveryId: 'evt_42_call.completed', attempt: 1 },
    { userId: 7, deliveryId: 'evt_42_inbound_call.completed', attempt: 1 },
  ]);
});

it('puts the events of a slow endpoint on the slow queue', async () => {
  const deps = setup();
  const health = unknownEndpoint(endpointOf(7, urls.webhookUrl));
  await deps.endpoints.replace(undefined, { ...health, pace: 'slow' });
  const call = buildCall({ id: 42, status: 'completed', hold: 0 });
  await queueCallWebhooks(call, buildAssistant({ isWebhookActive: true, ...urls }), deps);
  expect(deps.queue.sent).toMatchObject([{ queue: slowly }]);
});

it.each([true, false])(
  'queues a delivery again that was stored but never tried, known as a repeat: %s',
  async (isRepeat) => {
    const deps = setup();
    const call = buildCall({ id: 42, status: 'completed', hold: 0 });
    const assistant = buildAssistant({ isWebhookActive: true, ...urls });
    await queueCallWebhooks(call, assistant, deps);
    await queueCallWebhooks(call, assistant, deps, { isRepeat });
    expect(deps.queue.sent).toHaveLength(2);
    await expect(deps.deliveries.listOfCall(7, 42)).resolves.toHaveLength(1);
  },
);

it.each([
  { isRepeat: true, writes: 1 },
  { isRepeat: false, writes: 2 },
])('leaves a delivery alone that was tried, with $writes writes', async ({ isRepeat, writes }) => {
  const deps = setup();
  const create = vi.spyOn(deps.deliveries, 'create');
  const call = buildCall({ id: 42, status: 'completed', hold: 0 });
  const assistant = buildAssistant({ isWebhookActive: true, ...urls });
  await queueCallWebhooks(call, assistant, deps);
  const [delivery] = await deps.deliveries.listOfCall(7, 42);
  await deps.deliveries.recordAttempt(delivery!, { at: 1, status: 200, problem: null, durationMs: 5 }, 'delivered');
  await queueCallWebhooks(call, assistant, deps, { isRepeat });
  expect(deps.queue.sent).toHaveLength(1);
  expect(create).toHaveBeenCalledTimes(writes);
});
