import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalStack, type LocalStack } from '#infra/local/local-stack.ts';
import { sourceOfManifest, type ServiceSource } from '#infra/local/stack/service-source.ts';
import { dynamo } from '#shared/platform/clients.ts';
import { wallets } from '#shared/container.ts';
import type { BenchReport } from '#test/bench/bench.ts';
import { drawBars } from '#test/bench/draw-bars.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { createRandom } from '#test/support/fakes.ts';

const CALLS = 2000;
const CLIENTS = 16;
const DUPLICATES = 0.05;
/** Call seconds in a second. Much more, and the watch over silent calls would be over before a busy machine has dialled. */
const SPEED = 20;
/** Busy: the shortest way from accept over dial and end to the webhook. */
const NUMBER = '+12025550150';

type WireRequest = { headers: Record<string, string>; body: string };

/** P8: calls from accept to webhook with duplicate deliveries, against their requests to the table alone. */
export async function benchPipeline(args: string[]): Promise<BenchReport> {
  const count = Number(args[0] ?? CALLS);
  const stack = await startLocalStack({ simulatorSpeed: SPEED, source: await deliverTwice() });
  const wire: WireRequest[] = [];
  try {
    recordWire(wire);
    const { id, hook } = await prepare(stack);
    wire.length = 0;
    const started = performance.now();
    const webhooks = watchWebhooks(stack, hook);
    const askedAgain = await inParallel(count, () => makeCall(stack, id));
    await webhooks.until(count);
    const seconds = (performance.now() - started) / 1000;
    const requests = [...wire];
    const dials = await dialsOf(stack);
    const listed = { all: await totalOf(stack, ''), busy: await totalOf(stack, 'status=busy') };
    const replay = await replaySeconds(requests);
    const rate = Math.round((count / seconds) * 10) / 10;
    const floor = Math.round((count / replay) * 10) / 10;
    const figures = {
      calls: count,
      perSecond: rate,
      replayPerSecond: floor,
      ratio: Math.round((rate / floor) * 100) / 100,
      requestsPerCall: Math.round((requests.length / count) * 10) / 10,
      webhooks: webhooks.seen(),
      askedAgain,
      dials,
      listed,
    };
    const table = markdownTable(
      [`${count.toLocaleString('en')} calls, ${DUPLICATES * 100} % of all deliveries twice`, ''],
      [
        ['calls in a second, from accept to webhook', rate],
        ['their table requests alone, replayed over plain HTTP: calls in a second', floor],
        ['times as many (aim: 0.6)', figures.ratio],
        ['requests to the table for one call', figures.requestsPerCall],
        ['calls dialled', dials.calls],
        ['calls dialled twice', dials.twice],
        ['calls with a webhook', figures.webhooks],
        ['calls listed, and with the status that the carrier told', `${listed.all}, ${listed.busy}`],
        ['requests that had to be sent again', askedAgain],
      ],
    );
    const bars = [
      { name: 'table requests alone', value: floor },
      { name: 'calls', value: rate },
    ];
    return { figures, table, chart: drawBars({ title: 'Calls in a second', bars }) };
  } finally {
    await stack.stop();
  }
}

/** Every twentieth delivery of a queue comes twice, as SQS may do at any time. */
async function deliverTwice(): Promise<ServiceSource> {
  const source = await sourceOfManifest();
  const random = createRandom(8);
  return {
    ...source,
    async start(machine) {
      const functions = await source.start(machine);
      return {
        ...functions,
        async load(row) {
          const handler = await functions.load(row);
          if (row.kind !== 'queue') return handler;
          return async (event, context) => {
            if (!random.chance(DUPLICATES)) return handler(event, context);
            const [first] = await Promise.all([handler(event, context), handler(event, context)]);
            return first;
          };
        },
      };
    },
  };
}

function recordWire(wire: WireRequest[]): void {
  dynamo().middlewareStack.add(
    (next) => async (args) => {
      const { headers, body } = args.request as { headers: Record<string, string>; body: string };
      wire.push({ headers: { ...headers }, body });
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'recordWire', override: true },
  );
}

async function ask(stack: LocalStack, method: string, path: string, body: unknown, key: string = randomUUID()) {
  const response = await fetch(`${stack.address.base_url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${stack.address.users[0]?.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { data?: { id: number } };
}

async function prepare(stack: LocalStack) {
  const entry = { id: 1, userId: 1, amount: 1e12, kind: 'top_up', reference: 'bench', createdAt: Date.now() } as const;
  await wallets().book(entry);
  const hook = '/pipeline';
  const webhook_url = `${stack.address.webhook_sink_url}${hook}`;
  const { data } = await ask(
    stack,
    'POST',
    '/user/assistant',
    assistantRequest({ is_webhook_active: true, webhook_url, send_webhook_only_on_completed: false }),
  );
  return { id: data?.id ?? 0, hook };
}

/** How often a request is sent until it is answered, under one key: an overloaded machine answers 503 now and then. */
const TRIES = 5;

async function makeCall(stack: LocalStack, assistant_id: number): Promise<number> {
  const key = randomUUID();
  for (let tries = 1; ; tries += 1) {
    try {
      await ask(stack, 'POST', '/user/make_call', { phone_number: NUMBER, assistant_id }, key);
      return tries - 1;
    } catch (error) {
      if (tries === TRIES) throw error;
      await sleep(500);
    }
  }
}

async function inParallel(count: number, run: () => Promise<number>): Promise<number> {
  let left = count;
  let sum = 0;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const again = await run();
      sum += again;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  return sum;
}

/** The sink keeps the last thousand, so it is looked at all the time. */
function watchWebhooks(stack: LocalStack, hook: string) {
  const ids = new Set<string>();
  const look = () => {
    for (const { path, headers } of stack.sink.received()) {
      // A call may have several events; its id stands in the id of each.
      const [, id] = /^evt_(\d+)_/.exec(headers['webhook-id'] ?? '') ?? [];
      if (id !== undefined && path.endsWith(hook)) ids.add(id);
    }
  };
  const timer = setInterval(look, 50);
  return {
    seen: () => ids.size,
    async until(count: number): Promise<void> {
      const deadline = Date.now() + 240_000;
      while (ids.size < count && Date.now() < deadline) await sleep(20);
      clearInterval(timer);
    },
  };
}

async function totalOf(stack: LocalStack, query: string): Promise<number> {
  const response = await fetch(`${stack.address.base_url}/user/calls?${query}`, {
    headers: { authorization: `Bearer ${stack.address.users[0]?.token}` },
  });
  return ((await response.json()) as { total: number }).total;
}

/** What the carrier was asked to dial; its callback addresses name our call. */
async function dialsOf(stack: LocalStack): Promise<{ calls: number; twice: number }> {
  const response = await fetch(`${stack.address.simulator_url}/_simulator/dial-attempts`);
  const { attempts } = (await response.json()) as { attempts: Array<{ url: string }> };
  return { calls: attempts.length, twice: attempts.length - new Set(attempts.map(({ url }) => url)).size };
}

/** The same bytes to the same table with as many clients; conditions fail now, which costs the table no less. */
async function replaySeconds(requests: readonly WireRequest[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const started = performance.now();
  let next = 0;
  const work = async () => {
    for (let one = requests[next++]; one; one = requests[next++]) await send(one, agent);
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  agent.destroy();
  return (performance.now() - started) / 1000;
}

async function send({ headers, body }: WireRequest, agent: Agent): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const outgoing = request(`http://${headers['host']}/`, { method: 'POST', headers, agent }, (response) => {
    response.resume().once('end', resolve);
  });
  outgoing.once('error', reject).end(body);
  await promise;
}
