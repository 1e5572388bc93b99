import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startLocalStack, type LocalStack } from '#infra/local/local-stack.ts';
import { toCallBodyItem } from '#shared/calls/call-items.ts';
import { queue, table, wallets, webhookDeliveries, webhookEndpoints } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { put } from '#shared/platform/table/write.ts';
import { queueCallWebhooks } from '#shared/webhooks/announce-call.ts';
import type { BenchReport } from '#test/bench/bench.ts';
import { atOnce } from '#test/bench/load.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import { askSimulator } from '#test/bench/stack-client.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { sourceInThreads } from '#test/bench/voice/source-in-threads.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';

const CALLS = 2000;
const WEBHOOKS = 10_000;
const REQUESTS_PER_SECOND = 500;
const QUIET_CALLS = 20;
/** Five calls in a second of this machine: twenty are more work than it has time for. */
const SPEED = 5;
const SLOT_MS = 1000 / SPEED;
const BUSY = '+12025550150';
const UNANSWERED = '+12025550151';
const RECEIVERS = 20;
const NOISE = fileURLToPath(import.meta.resolve('#test/bench/request-noise.ts'));

interface Tenant {
  id: number;
  call(to: string): Promise<number>;
  list(): Promise<number>;
}

interface Sample {
  dial: number;
  webhook: number;
  list: number;
}

/** P12: a quiet user beside one with 2,000 waiting calls, 10,000 webhooks to receivers that hang, and 500 requests a second. */
export async function benchTenants(args: string[]): Promise<BenchReport> {
  const [calls, webhooks] = [Number(args[0] ?? CALLS), Number(args[1] ?? WEBHOOKS)];
  const developer = { ...process.env, WAITING_CALLS_PER_USER: String(calls), RATE_LIMIT_PER_MINUTE: '600' };
  const stack = await startLocalStack({ simulatorSpeed: SPEED, developer, source: await sourceInThreads() });
  const receiver = createServer(() => undefined).listen(0, '127.0.0.1');
  try {
    const [noisy, quiet] = [await tenant(stack, 0), await tenant(stack, 1)];
    const idle = await measure(stack, quiet);
    await queueWebhooks(noisy.id, webhooks, (receiver.address() as { port: number }).port);
    const accepted = await acceptCalls(noisy, calls);
    const noise = makeNoise(stack);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const beside = await measure(stack, quiet);
    delay.disable();
    const requests = await noise.stop();
    const dialled = await untilDialled(stack, accepted);
    const rows = (['dial', 'webhook', 'list'] as const).map((name) => {
      const [alone, together] = [slowest(idle, name), slowest(beside, name)];
      return [named[name], middle(idle, name), alone, middle(beside, name), together, ratio(together, alone)];
    });
    const milliseconds = (nanoseconds: number) => Math.round(nanoseconds / 1e6);
    const heads = ['the quiet user, ms', 'idle p50', 'idle p99', 'beside p50', 'beside p99', 'times (aim: 2)'];
    const noiseRows = [
      [`calls of the noisy user, accepted and dialled once`, `${accepted}, ${dialled.once}`],
      ['percent of the pace, from the first to the last', dialled.pace],
      ['a call waits for one slot of that pace, ms, which an idle carrier does not ask for', SLOT_MS],
      [
        'the thread of gateway, queues and this measurement is late, p50 and p99, ms',
        `${milliseconds(delay.percentile(50))}, ${milliseconds(delay.percentile(99))}`,
      ],
      ['webhooks queued to receivers that hang', webhooks],
      ['requests a second, of which refused with 429, percent', `${requests.perSecond}, ${requests.refused}`],
    ];
    return { table: `${markdownTable(heads, rows)}\n\n${markdownTable(['the noise', ''], noiseRows)}` };
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await stack.stop();
  }
}

const named = { dial: 'make_call to dial', webhook: 'end of the call to webhook', list: 'GET /user/calls' };
const sorted = (samples: Sample[], name: keyof Sample) => samples.map((one) => one[name]).toSorted((a, b) => a - b);
const middle = (samples: Sample[], name: keyof Sample) => Math.round(sorted(samples, name)[samples.length >> 1]!);
const slowest = (samples: Sample[], name: keyof Sample) => Math.round(sorted(samples, name).at(-1)!);
const ratio = (one: number, other: number) => Math.round((one / Math.max(1, other)) * 10) / 10;

async function tenant({ address }: LocalStack, index: number): Promise<Tenant> {
  const { id, token } = address.users[index]!;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(address.base_url + path, init);
    return { status: response.status, body: (await response.json()) as { data?: { id: number }; call_id?: number } };
  };
  const money = { id: createRecordId(Date.now(), Math.random), userId: id, amount: 1e12, createdAt: Date.now() };
  await wallets().book({ ...money, kind: 'top_up', reference: 'bench' });
  const webhook = { is_webhook_active: true, webhook_url: `${address.webhook_sink_url}/${id}` };
  const settings = { ...webhook, send_webhook_only_on_completed: false, post_call_evaluation: false };
  const { body } = await send('POST', '/user/assistant', assistantRequest(settings));
  const assistant_id = body.data!.id;
  return {
    id,
    async call(phone_number) {
      for (;;) {
        const answer = await send('POST', '/user/make_call', { phone_number, assistant_id });
        if (answer.status === 200) return answer.body.call_id!;
        if (answer.status !== 429) throw new Error(`make_call: ${answer.status}`);
        await sleep(200);
      }
    },
    list: async () => (await send('GET', '/user/calls?per_page=10')).status,
  };
}

/** The quiet user's calls, one after the other. */
async function measure(stack: LocalStack, quiet: Tenant): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let index = 0; index < QUIET_CALLS; index += 1) {
    const askedAt = Date.now();
    const callId = await quiet.call(BUSY);
    const { createdAt, endedAt, receivedAt } = await untilAnnounced(stack, callId);
    const listedAt = performance.now();
    await quiet.list();
    samples.push({ dial: createdAt - askedAt, webhook: receivedAt - endedAt, list: performance.now() - listedAt });
    await sleep(300);
  }
  return samples;
}

interface CarrierCall {
  to: string;
  createdAt: number;
  endedAt: number | null;
  parameters: Record<string, unknown>;
}

async function untilAnnounced(stack: LocalStack, callId: number) {
  for (;;) {
    await sleep(100);
    const webhook = stack.sink.received().find(({ body }) => (body as { id?: number }).id === callId);
    if (!webhook) continue;
    const { calls } = await askSimulator<{ calls: CarrierCall[] }>(stack, `calls?to=${encodeURIComponent(BUSY)}`);
    const own = calls.find(({ parameters }) => JSON.stringify(parameters).includes(`/${callId}/`));
    if (own?.endedAt) {
      return { createdAt: own.createdAt, endedAt: own.endedAt, receivedAt: Date.parse(webhook.receivedAt) };
    }
  }
}

async function acceptCalls(noisy: Tenant, count: number): Promise<number> {
  await atOnce(20, count, () => noisy.call(UNANSWERED));
  return count;
}

/** Deliveries of settled calls, to many receivers on one address. */
async function queueWebhooks(userId: number, count: number, port: number): Promise<void> {
  const deps = { deliveries: webhookDeliveries(), endpoints: webhookEndpoints(), queue: queue(), clock: clock() };
  await atOnce(20, count, async (index) => {
    const id = createRecordId(Date.now() - 86_400_000, () => (index % 4096) / 4096) + index * 4096;
    const call = buildCall({ id, userId, status: 'ended_by_customer', hold: 0 });
    const body = { variables: {}, turns: [], evaluation: {}, webhookResponse: null };
    await put(table(), { ...keys.call.key(userId, id), ...call });
    await put(table(), { ...keys.callBody.key(userId, id), ...toCallBodyItem(body) });
    const webhookUrl = `http://127.0.0.${(index % RECEIVERS) + 1}:${port}/hang`;
    await queueCallWebhooks(call, buildAssistant({ userId, isWebhookActive: true, webhookUrl }), deps);
  });
}

/** Requests of the noisy user, whether or not they are refused: up to 500 a second, as far as the machine answers them. */
function makeNoise({ address }: LocalStack) {
  const url = `${address.base_url}/user/calls?per_page=10`;
  const noise = fork(NOISE, [url, address.users[0]!.token, String(REQUESTS_PER_SECOND)]);
  return {
    async stop() {
      noise.send('stop');
      const [requests] = (await once(noise, 'message')) as [{ perSecond: number; refused: number }];
      return requests;
    },
  };
}

async function untilDialled(stack: LocalStack, count: number): Promise<{ once: number; pace: number }> {
  for (;;) {
    const { calls } = await askSimulator<{ calls: CarrierCall[] }>(stack, `calls?to=${encodeURIComponent(UNANSWERED)}`);
    const noisy = calls.filter(({ to }) => to === UNANSWERED);
    if (noisy.length < count) {
      await sleep(2000);
      continue;
    }
    const times = noisy.map(({ createdAt }) => createdAt).toSorted((one, other) => one - other);
    const urls = new Set(noisy.map(({ parameters }) => JSON.stringify(parameters)));
    const seconds = (times.at(-1)! - times[0]!) / 1000;
    return { once: urls.size, pace: Math.round(((count + QUIET_CALLS - 1) / seconds / SPEED) * 100) };
  }
}
