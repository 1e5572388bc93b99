import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalStack, type LocalStack } from '#infra/local/compose/local-stack.ts';
import { wallets } from '#shared/container.ts';
import { dynamo } from '#shared/platform/environment.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { atOnce } from '#test/bench/load.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import { wrappedSource } from '#test/bench/observed-stack.ts';
import { recordQueues, type QueueRequest, replayQueues } from '#test/bench/queue-requests.ts';
import type { BenchReport } from '#test/bench/report.ts';
import { askSimulator, askStack } from '#test/bench/stack-client.ts';
import { recordWire, replayTable, type WireRequest } from '#test/bench/table-wire.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { createRandom } from '#test/support/fakes.ts';
import { numberLike } from '#test/support/many-numbers.ts';

const CALLS = 2000;
const CLIENTS = 16;
const DUPLICATES = 0.05;
/** Call seconds in a second. Much more, and the watch over silent calls would be over before a busy machine has dialled. */
const SPEED = 20;
/** Busy: the shortest way from accept over dial and end to the webhook. */
const NUMBER = '+12025550150';
/** Pace and limits are lifted: the work is measured, not the waiting. */
const WITHOUT_PACE = {
  CARRIER_CALLS_PER_SECOND: '100',
  SIMULATOR_CALLS_PER_SECOND: '1000',
  WAITING_CALLS_PER_USER: '10000',
};
const HOOK = '/pipeline';

/** P8: calls from accept to webhook with duplicate deliveries, against their requests to the table and the queues alone. */
export async function benchPipeline([count = CALLS]: Array<string | number>): Promise<BenchReport> {
  const calls = Number(count);
  const stack = await startLocalStack({ simulatorSpeed: SPEED, source: await deliverTwice(), developer: WITHOUT_PACE });
  try {
    const assistantId = await prepare(stack);
    const wire = recordWire(dynamo());
    const recordedQueues = recordQueues(stack.queues.endpoint);
    const started = performance.now();
    const webhooks = watchWebhooks(stack);
    let sentAgain = 0;
    await atOnce(CLIENTS, calls, async (index) => void (sentAgain += await makeCall(stack, assistantId, index)));
    await webhooks.until(calls);
    const rate = rounded((calls * 1000) / (performance.now() - started));
    const requests = { table: [...wire], queues: recordedQueues() };
    const { attempts } = await askSimulator<{ attempts: Array<{ url: string }> }>(stack, 'dial-attempts');
    const listed = async (query: string) =>
      (await askStack<{ total: number }>(stack, 'GET', `/user/calls?${query}`)).total;
    const totals = `${await listed('')}, ${await listed('status=busy')}`;
    const tableFloor = rounded(calls / (await replayTable(requests.table, CLIENTS)));
    const floor = rounded(calls / (await replayBoth(stack, requests)));
    const table = markdownTable(
      [`${calls.toLocaleString('en')} calls, ${DUPLICATES * 100} % of all deliveries twice`, ''],
      [
        ['calls in a second, from accept to webhook', rate],
        ['their requests to table and queues alone, replayed over plain HTTP: calls in a second', floor],
        ['times as many (aim: 0.4)', (rate / floor).toFixed(2)],
        ['the requests to the table alone: calls in a second', tableFloor],
        ['requests to the table for one call', rounded(requests.table.length / calls)],
        ['requests to the queues for one call', rounded(requests.queues.length / calls)],
        ['calls dialled', attempts.length],
        // The callback addresses name our call.
        ['calls dialled twice', attempts.length - new Set(attempts.map(({ url }) => url)).size],
        ['calls with a webhook', webhooks.seen()],
        ['listed calls, and those with the status that the carrier reported', totals],
        ['requests that had to be sent again', sentAgain],
      ],
    );
    return { table };
  } finally {
    await stack.stop();
  }
}

const rounded = (value: number) => Math.round(value * 10) / 10;

/** Every twentieth delivery of a queue comes twice, as SQS may do at any time. */
function deliverTwice() {
  const random = createRandom(8);
  return wrappedSource((row, handler) => async (event, context) => {
    if (row.kind !== 'queue' || !random.chance(DUPLICATES)) return handler(event, context);
    const [first] = await Promise.all([handler(event, context), handler(event, context)]);
    return first;
  });
}

async function prepare(stack: LocalStack): Promise<number> {
  const entry = { userId: 1, amount: 1e12, kind: 'top_up', reference: 'bench', createdAt: Date.now() } as const;
  await wallets().book({ ...entry, id: createRecordId(Date.now(), Math.random) });
  const webhook_url = `${stack.address.webhook_sink_url}${HOOK}`;
  const body = assistantRequest({ is_webhook_active: true, webhook_url, send_webhook_only_on_completed: false });
  return (await askStack<{ data: { id: number } }>(stack, 'POST', '/user/assistant', body)).data.id;
}

/** How often a request is sent until it is answered, under one key: an overloaded machine answers 503 now and then. */
const TRIES = 5;

/** Returns how often the request was sent again. */
async function makeCall(stack: LocalStack, assistant_id: number, index: number): Promise<number> {
  const phone_number = numberLike(NUMBER, index);
  const key = { 'idempotency-key': randomUUID() };
  for (let again = 0; ; again += 1) {
    try {
      await askStack(stack, 'POST', '/user/make_call', { phone_number, assistant_id }, key);
      return again;
    } catch (error) {
      if (again + 1 === TRIES) throw error;
      await sleep(500);
    }
  }
}

/** The sink keeps the last thousand, so it is looked at all the time. */
function watchWebhooks(stack: LocalStack) {
  const ids = new Set<string>();
  const look = () => {
    for (const { path, headers } of stack.sink.received()) {
      // A call may have several events; its id stands in the id of each.
      const [, id] = /^evt_(\d+)_/.exec(headers['webhook-id'] ?? '') ?? [];
      if (id !== undefined && path.endsWith(HOOK)) ids.add(id);
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

interface Requests {
  table: readonly WireRequest[];
  queues: readonly QueueRequest[];
}

/** Both at the same time, as they came. */
async function replayBoth({ queues: { endpoint } }: LocalStack, { table, queues }: Requests): Promise<number> {
  const seconds = await Promise.all([replayTable(table, CLIENTS), replayQueues(endpoint, queues, CLIENTS)]);
  return Math.max(...seconds);
}
