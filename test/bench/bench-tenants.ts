import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import type { BenchReport } from '#test/bench/report.ts';
import { makeNoise, type NoiseSize, SPEED, startNoisyStack } from '#test/bench/tenants/noise.ts';
import { carrierCalls, createTenant, type Tenant } from '#test/bench/tenants/tenant.ts';

const CALLS = 2000;
const WEBHOOKS = 10_000;
const QUIET_CALLS = 20;
/** The 99th percentile of twenty is the slowest one. */
const LISTS_PER_CALL = 10;
const SLOT_MS = 1000 / SPEED;
const BUSY = '+12025550150';
const NOISY_SERVICE = fileURLToPath(import.meta.resolve('#test/bench/tenants/noisy-service.ts'));

/** Milliseconds of each request. */
interface Samples {
  dial: number[];
  webhook: number[];
  list: number[];
}

/**
 * P12: a quiet user beside one with 2,000 waiting calls, 10,000 webhooks to receivers that hang, and 500 requests a second. On one
 * machine the noise also takes the processors, so the same noise is measured in another service beside this one, too.
 */
export async function benchTenants(args: string[]): Promise<BenchReport> {
  const size = { calls: Number(args[0] ?? CALLS), webhooks: Number(args[1] ?? WEBHOOKS) };
  const quietCalls = Number(args[2] ?? QUIET_CALLS);
  // Before this stack changes it: the other service has a table of its own.
  const environment = { ...process.env };
  const stack = await startNoisyStack(size);
  try {
    const quiet = await createTenant(stack, 1);
    // Once to warm up.
    await measure(stack, quiet, Math.ceil(quietCalls / 4));
    const idle = await measure(stack, quiet, quietCalls);
    const measured = () => measure(stack, quiet, quietCalls);
    const otherService = await besideAnotherService(fork(NOISY_SERVICE, sizes(size), { env: environment }), measured);
    const { samples: beside, noiseRows } = await besideANeighbour(stack, size, measured);
    return { table: `${tableOf({ idle, otherService, beside })}\n\n${markdownTable(['the noise', ''], noiseRows)}` };
  } finally {
    await stack.stop();
  }
}

const sizes = ({ calls, webhooks }: NoiseSize) => [String(calls), String(webhooks)];

async function besideAnotherService(service: ChildProcess, measured: () => Promise<Samples>) {
  await once(service, 'message');
  const samples = await measured();
  service.send('stop');
  await once(service, 'exit');
  return samples;
}

async function besideANeighbour(stack: LocalStack, size: NoiseSize, measured: () => Promise<Samples>) {
  const noise = await makeNoise(stack, size);
  try {
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const samples = await measured();
    delay.disable();
    const requests = await noise.quieten();
    const dialled = await noise.untilDialled();
    const milliseconds = (nanoseconds: number) => Math.round(nanoseconds / 1e6);
    const noiseRows = [
      ['calls of the noisy user, accepted and dialled once', `${size.calls}, ${dialled.once}`],
      ['percent of the rate, from the first to the last', Math.round((dialled.perSecond / SPEED) * 100)],
      ['wait for one slot of the dial rate, ms, which a call over an idle carrier account does not have', SLOT_MS],
      [
        'delay of the thread of gateway, queues and measurement, p50 and p99, ms',
        `${milliseconds(delay.percentile(50))}, ${milliseconds(delay.percentile(99))}`,
      ],
      ['webhooks queued to receivers that hang', size.webhooks],
      ['requests a second, of which refused with 429, percent', `${requests.perSecond}, ${requests.refused}`],
    ];
    return { samples, noiseRows };
  } finally {
    noise.stop();
  }
}

const named = { dial: 'make_call to dial', webhook: 'end of the call to webhook', list: 'GET /user/calls' };
/** The smallest time that this share of the requests does not exceed. */
const quantile = (times: readonly number[], share: number) =>
  Math.round(times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1]!);
const p50 = (times: readonly number[]) => quantile(times, 0.5);
const p99 = (times: readonly number[]) => quantile(times, 0.99);
const ratio = (one: number, other: number) => Math.round((one / Math.max(1, other)) * 10) / 10;

function tableOf(measured: Record<'idle' | 'otherService' | 'beside', Samples>): string {
  const { idle, otherService, beside } = measured;
  const heads = ['idle', 'beside another service', 'beside a neighbour'].flatMap((where) => [`${where}, p50`, 'p99']);
  const rows = (['dial', 'webhook', 'list'] as const).map((name) => {
    const times = [idle, otherService, beside].flatMap((samples) => [p50(samples[name]), p99(samples[name])]);
    // A carrier account beside another service is idle and asks for no slot.
    const slot = name === 'dial' ? SLOT_MS : 0;
    const ratios = [p50, p99].map((of) => ratio(of(beside[name]), of(otherService[name]) + slot));
    return [named[name], ...times, ...ratios];
  });
  const ratios = ['times another service (and a slot), p50 (aim: 1.2)', 'p99 (aim: 1.6)'];
  return markdownTable(['the quiet user, ms', ...heads, ...ratios], rows);
}

/** The quiet user's calls, one after the other, and some lists after each. */
async function measure(stack: LocalStack, quiet: Tenant, count: number): Promise<Samples> {
  const samples: Samples = { dial: [], webhook: [], list: [] };
  for (let index = 0; index < count; index += 1) {
    const askedAt = Date.now();
    const callId = await quiet.call(BUSY);
    const { createdAt, endedAt, receivedAt } = await untilAnnounced(stack, callId);
    samples.dial.push(createdAt - askedAt);
    samples.webhook.push(receivedAt - endedAt);
    for (let list = 0; list < LISTS_PER_CALL; list += 1) {
      const listedAt = performance.now();
      await quiet.list();
      samples.list.push(performance.now() - listedAt);
      await sleep(30);
    }
  }
  return samples;
}

async function untilAnnounced(stack: LocalStack, callId: number) {
  for (;;) {
    await sleep(100);
    const webhook = stack.sink.received().find(({ body }) => (body as { id?: number }).id === callId);
    if (!webhook) continue;
    const calls = await carrierCalls(stack, BUSY);
    const own = calls.find(({ parameters }) => JSON.stringify(parameters).includes(`/${callId}/`));
    if (own?.endedAt) {
      return { createdAt: own.createdAt, endedAt: own.endedAt, receivedAt: Date.parse(webhook.receivedAt) };
    }
  }
}
