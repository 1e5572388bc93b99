import { createTable } from '#infra/local/aws/table/dynamodb-emulator.ts';
import { toCallBodyItem } from '#shared/calls/call-items.ts';
import { createDynamoDbCallStore } from '#shared/calls/dynamodb-call-store.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import type { GuardedAnswer } from '#shared/platform/http/guarded-transport.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { putAll } from '#shared/platform/table/write.ts';
import { createDynamoDbDueWorkStore } from '#shared/platform/timer/dynamodb-due-work-store.ts';
import { createQueueTimer, releaseDueWork } from '#shared/platform/timer/timer.ts';
import { deliverWebhook, type WebhookQueue, type DeliverWebhookDeps } from '#shared/webhooks/deliver-webhook.ts';
import {
  createDynamoDbEndpointHealthStore,
  createDynamoDbWebhookDeliveryStore,
} from '#shared/webhooks/dynamodb-webhook-stores.ts';
import { openSlot } from '#shared/webhooks/hanging-slot.ts';
import { JITTER, RETRIES_LAST_MS } from '#shared/webhooks/retry-schedule.ts';
import { webhookDeliveryId } from '#shared/webhooks/webhook.ts';
import { onTable, TABLE } from '#test/bench/local-table-file.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import type { BenchReport } from '#test/bench/report.ts';
import { mortal } from '#test/stores/dial-queue/simulate-dial-queue.ts';
import { createVirtualTime } from '#test/stores/dial-queue/virtual-time.ts';
import { buildAssistant, buildCall, buildDelivery, buildUser } from '#test/support/builders.ts';
import { createObservers, createRandom } from '#test/support/fakes.ts';
import { createMemorySecrets } from '#test/support/memory/platform.ts';

const WEBHOOKS = 20_000;
const PER_USER = 100;
const PER_SECOND = 100;
/** One batch in twenty meets a worker that is killed. */
const KILL_SHARE = 0.05;
const DUPLICATES = 0.02;
/** The shares of attempts that fail in each way. Half of the timeouts and resets come after the receiver has accepted the event. */
const TROUBLES = { errors: 0.3, timeouts: 0.1, resets: 0.05 };
/** From this attempt on the receiver is well, so that every event has to arrive. */
const WELL_FROM = 7;

const START = Date.UTC(2026, 10, 22, 9);
const POST_MS = 50;
const TIMEOUT_MS = 15_000;
const VISIBILITY_MS = 150_000;
/** Every attempt, with its jitter. */
const LONGEST_MS = RETRIES_LAST_MS * (1 + JITTER);
const BATCH = 10;
/** Workers of an account with 1,000 concurrent executions. */
const WORKERS: Record<WebhookQueue, number> = { 'deliver-webhook': 50, 'deliver-slow-webhook': 20 };

type Message = QueueMessage<'deliver-webhook'>;

/** P9: webhooks to receivers in trouble while workers are killed, on the real stores, in virtual time. */
export const benchWebhooks = (args: string[]): Promise<BenchReport> =>
  onTable(undefined, async ({ endpoint, client }) => {
    const count = Number(args[0] ?? WEBHOOKS);
    await createTable(endpoint, TABLE);
    const time = createVirtualTime(START);
    const run = createRun({ client: time.watch(client), tableName: TABLE }, time, count);
    await run.deliver();
    const { receiver, statistics, open, end } = run;
    const table = markdownTable(
      [
        `${count.toLocaleString('en')} webhooks, ${TROUBLES.errors * 100} % 503, ${TROUBLES.timeouts * 100} % timeouts, ${TROUBLES.resets * 100} % resets`,
        '',
      ],
      [
        ['accepted', receiver.accepted.size],
        ['lost (aim: 0)', count - receiver.accepted.size],
        ['accepted twice, under two ids (aim: 0)', receiver.underTwoIds()],
        ['posted again after they were accepted, under the same id', receiver.counts.repeated],
        [
          'answered 503, timed out, reset',
          [receiver.counts.errors, receiver.counts.timeouts, receiver.counts.resets].join(', '),
        ],
        ['workers killed, with messages', `${statistics.kills}, ${statistics.killedMessages}`],
        ['messages delivered twice by the queue', statistics.duplicates],
        ['released as due work, after more than 15 minutes', statistics.released],
        ['deliveries that are not finished', await open()],
        ['hours until the last one', Math.round((end.at - START) / 360_000) / 10],
      ],
    );
    return {
      table,
      headline: `- Of ${count.toLocaleString('en')} webhooks to failing receivers, with workers killed, ${count - receiver.accepted.size} are lost, and ${receiver.underTwoIds()} are accepted twice.`,
    };
  });

type Time = ReturnType<typeof createVirtualTime>;
type Table = Parameters<typeof createDynamoDbCallStore>[0];

function createRun(table: Table, time: Time, count: number) {
  const random = createRandom(9);
  const { logger, metrics } = createObservers();
  const receiver = createReceiver(time, random);
  const statistics = { kills: 0, killedMessages: 0, duplicates: 0, released: 0 };
  const stored = createDynamoDbWebhookDeliveryStore(table);
  const deliveries: typeof stored = {
    ...stored,
    async recordAttempt(...attempt) {
      const outcome = await stored.recordAttempt(...attempt);
      if (outcome !== undefined && attempt[2] === 'delivered') {
        end.delivered += 1;
        end.at = time.clock.now();
      }
      return outcome;
    },
  };
  const queues: Record<WebhookQueue, Message[]> = { 'deliver-webhook': [], 'deliver-slow-webhook': [] };
  const busy: Record<WebhookQueue, number> = { 'deliver-webhook': 0, 'deliver-slow-webhook': 0 };
  /** When the last delivery came to an end. */
  const end = { delivered: 0, at: 0 };

  const arrive = (name: WebhookQueue, message: Message) => {
    queues[name].push(message);
    if (busy[name] < WORKERS[name]) void work(name);
  };
  const later = (name: WebhookQueue, message: Message, ms: number) =>
    time.at(time.clock.now() + ms, () => arrive(name, message));
  const queue: Queue = {
    async send(name, message, { delaySeconds = 0 } = {}) {
      if (name !== 'deliver-webhook' && name !== 'deliver-slow-webhook') throw new Error(`nothing is sent to ${name}`);
      const copies = random.chance(DUPLICATES) ? 2 : 1;
      statistics.duplicates += copies - 1;
      for (let copy = 0; copy < copies; copy += 1) later(name, message as Message, delaySeconds * 1000 + 20);
    },
  };
  const dueWork = createDynamoDbDueWorkStore(table, logger);
  const deps = {
    deliveries,
    endpoints: createDynamoDbEndpointHealthStore(table),
    hanging: openSlot,
    calls: createDynamoDbCallStore(table),
    assistants: {
      get: async (userId: number, id: number) =>
        buildAssistant({ id, userId, webhookUrl: urlOf(userId), isWebhookActive: true }),
    },
    messages: { get: async () => undefined },
    users: { get: async (userId: number) => buildUser({ id: userId, webhookSecretVersions: [1] }) },
    secrets: createMemorySecrets({ 'webhook-signing-key': 'a key' }),
    transport: receiver.transport,
    recordingPolicy: { publicUrl: 'https://api.example.com', retentionDays: 30 },
    queue,
    timer: createQueueTimer({ queue, dueWork, clock: time.clock }),
    clock: time.clock,
    random: () => random.below(1000) / 1000,
    logger,
    metrics,
  } satisfies { [Name in keyof DeliverWebhookDeps]: Partial<DeliverWebhookDeps[Name]> };
  const whole = deps as unknown as DeliverWebhookDeps;

  /** One invocation: a batch of messages side by side. What it does not acknowledge is visible again after a while. */
  async function work(name: WebhookQueue): Promise<void> {
    busy[name] += 1;
    for (let batch = queues[name].splice(0, BATCH); batch.length > 0; batch = queues[name].splice(0, BATCH)) {
      const life = { isDead: false };
      const open = new Set(batch);
      const own = mortal(whole, life);
      const all = Promise.all(batch.map((message) => handle(name, message, own).then(() => open.delete(message))));
      const killed = random.chance(KILL_SHARE)
        ? time.wait(random.below(4 * POST_MS)).then(() => 'killed' as const)
        : undefined;
      if ((await (killed ? Promise.race([all, killed]) : all)) !== 'killed') continue;
      life.isDead = true;
      statistics.kills += 1;
      statistics.killedMessages += open.size;
      for (const message of open) later(name, message, VISIBILITY_MS);
    }
    busy[name] -= 1;
  }

  async function handle(name: WebhookQueue, message: Message, own: DeliverWebhookDeps): Promise<void> {
    try {
      await deliverWebhook(message, own, name);
    } catch (error) {
      later(name, message, error instanceof RetryLater ? error.delaySeconds * 1000 : VISIBILITY_MS);
    }
  }

  const everyMinute = () => {
    for (const worker of [0, 1, 2, 3]) {
      void releaseDueWork({ worker, workers: 4 }, { dueWork, queue, clock: time.clock, logger }).then(
        (released) => (statistics.released += released),
      );
    }
    time.at(time.clock.now() + 60_000, everyMinute);
  };

  async function open(): Promise<number> {
    const all = await Promise.all(
      eventsOf(count).map(({ userId, callId }) => deliveries.get(userId, callId, 'call.completed')),
    );
    return all.filter((one) => one?.status !== 'delivered').length;
  }

  async function deliver(): Promise<void> {
    const events = eventsOf(count);
    await putAll(table, events.flatMap(itemsOf));
    for (const [index, { userId, callId }] of events.entries()) {
      const message = { userId, deliveryId: webhookDeliveryId(callId, 'call.completed'), attempt: 1 };
      time.at(START + (index * 1000) / PER_SECOND, () => void queue.send('deliver-webhook', message));
    }
    time.at(START + 60_000, everyMinute);
    // What killed workers have left comes again within minutes.
    await time.run(() => time.clock.now() > (end.delivered < count ? START + LONGEST_MS : end.at + 4 * VISIBILITY_MS));
    await time.settle();
  }
  return { deliver, receiver, statistics, open, end };
}

interface Event {
  userId: number;
  callId: number;
}

const eventsOf = (count: number): Event[] =>
  Array.from({ length: count }, (_, index) => ({
    userId: 1 + Math.floor(index / PER_USER),
    callId: 1_000_000 + index,
  }));

const urlOf = (userId: number) => `https://receiver-${userId}.example.com/hook`;

function itemsOf({ userId, callId }: Event) {
  const call = buildCall({ id: callId, userId, status: 'completed', hold: 0, createdAt: START, endedAt: START });
  const body = { variables: {}, turns: [], evaluation: {}, webhookResponse: null };
  const id = webhookDeliveryId(callId, 'call.completed');
  const delivery = buildDelivery({ id, userId, callId, url: urlOf(userId), createdAt: START });
  return [
    { ...keys.call.key(userId, callId), ...call },
    { ...keys.callBody.key(userId, callId), ...toCallBodyItem(body) },
    { ...keys.webhookDelivery(userId, callId, 'call.completed'), ...delivery },
  ];
}

/** Customers' servers that remove repeats by `webhook-id`. */
function createReceiver(time: Time, random: ReturnType<typeof createRandom>) {
  const attempts = new Map<string, number>();
  /** The accepted ids of each call. */
  const accepted = new Map<number, Set<string>>();
  const counts = { repeated: 0, errors: 0, timeouts: 0, resets: 0 };
  const accept = (callId: number, id: string) => {
    const ids = accepted.get(callId) ?? new Set();
    if (ids.has(id)) counts.repeated += 1;
    accepted.set(callId, ids.add(id));
  };
  const fail = (problem: string, durationMs: number): GuardedAnswer => ({ kind: 'unreachable', problem, durationMs });
  const transport: DeliverWebhookDeps['transport'] = {
    async post({ headers, body }) {
      const id = headers['webhook-id'] ?? '';
      const { id: callId } = JSON.parse(body) as { id: number };
      const attempt = (attempts.get(id) ?? 0) + 1;
      attempts.set(id, attempt);
      const draw = attempt >= WELL_FROM ? 1 : random.below(1000) / 1000;
      const isLate = random.chance(0.5);
      await time.wait(POST_MS);
      const { errors, timeouts, resets } = TROUBLES;
      if (draw < errors) {
        counts.errors += 1;
        return { kind: 'answered', status: 503, body: '', retryAfterSeconds: null, durationMs: POST_MS };
      }
      if (draw < errors + timeouts + resets) {
        const isTimeout = draw < errors + timeouts;
        counts[isTimeout ? 'timeouts' : 'resets'] += 1;
        if (isLate) accept(callId, id);
        if (isTimeout) await time.wait(TIMEOUT_MS - POST_MS);
        return isTimeout ? fail('timeout', TIMEOUT_MS) : fail('connection reset', POST_MS);
      }
      accept(callId, id);
      return { kind: 'answered', status: 200, body: 'ok', retryAfterSeconds: null, durationMs: POST_MS };
    },
  };
  const underTwoIds = () => [...accepted.values()].filter(({ size }) => size > 1).length;
  return { transport, accepted, counts, underTwoIds };
}
