import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type LocalStack, startLocalStack } from '#infra/local/compose/local-stack.ts';
import { toCallBodyItem } from '#shared/calls/call-items.ts';
import { callList, queue, table, webhookDeliveries, webhookEndpoints } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { put } from '#shared/platform/table/write.ts';
import { queueCallWebhooks } from '#shared/webhooks/announce-call.ts';
import { atOnce } from '#test/bench/load.ts';
import { carrierCalls, createTenant } from '#test/bench/tenants/tenant.ts';
import { sourceInThreads } from '#test/bench/voice/source-in-threads.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';

const REQUESTS_PER_SECOND = 500;
const RECEIVERS = 20;
const SENDER = fileURLToPath(import.meta.resolve('#test/bench/request-noise.ts'));
const UNANSWERED = '+12025550151';
/** Five calls in a second of this machine: twenty are more work than it has time for. */
export const SPEED = 5;

export interface NoiseSize {
  calls: number;
  webhooks: number;
}

/** What the measured stack and the one beside it run with. */
export async function startNoisyStack({ calls }: NoiseSize): Promise<LocalStack> {
  const developer = { ...process.env, WAITING_CALLS_PER_USER: String(calls), RATE_LIMIT_PER_MINUTE: '600' };
  return startLocalStack({ simulatorSpeed: SPEED, developer, source: await sourceInThreads() });
}

export interface Noise {
  /** Ends the requests. */
  quieten(): Promise<{ perSecond: number; refused: number }>;
  /** Waits until every waiting call was dialled; how many were, and how many a second. */
  untilDialled(): Promise<{ once: number; perSecond: number }>;
  stop(): void;
}

/** Waiting calls, webhooks to receivers that hang, and requests, all of the first user of a stack. Resolves when all of it is there. */
export async function makeNoise(stack: LocalStack, { calls, webhooks }: NoiseSize): Promise<Noise> {
  const noisy = await createTenant(stack, 0);
  const receivers = await startReceivers();
  await queueWebhooks(
    noisy.id,
    webhooks,
    receivers.map(({ url }) => url),
  );
  await atOnce(20, calls, () => noisy.call(UNANSWERED));
  const quieten = await sendRequests(stack);
  return {
    quieten,
    untilDialled: () => untilDialled(stack, calls),
    stop() {
      for (const { stop } of receivers) stop();
    },
  };
}

/** They take every request and never answer. Each has an address of its own. */
async function startReceivers() {
  const hosts = Array.from({ length: RECEIVERS }, (_, index) => `127.0.0.${index + 1}`);
  return Promise.all(
    hosts.map(async (host) => {
      const server = createServer(() => undefined).listen(0, host);
      await once(server, 'listening');
      return {
        url: `http://${host}:${(server.address() as { port: number }).port}/hang`,
        stop() {
          server.closeAllConnections();
          server.close();
        },
      };
    }),
  );
}

/** Deliveries of settled calls, to each of these in turn. Their segments are closed, as calls that end do. */
async function queueWebhooks(userId: number, count: number, urls: readonly string[]): Promise<void> {
  const deps = { deliveries: webhookDeliveries(), endpoints: webhookEndpoints(), queue: queue(), clock: clock() };
  await atOnce(20, count, async (index) => {
    const id = createRecordId(Date.now() - 86_400_000, () => (index % 4096) / 4096) + index * 4096;
    const call = buildCall({ id, userId, status: 'ended_by_customer', hold: 0 });
    const body = { variables: {}, turns: [], evaluation: {}, webhookResponse: null };
    await put(table(), { ...keys.call.key(userId, id), ...call });
    await put(table(), { ...keys.callBody.key(userId, id), ...toCallBodyItem(body) });
    const webhookUrl = urls[index % urls.length]!;
    await queueCallWebhooks(call, buildAssistant({ userId, isWebhookActive: true, webhookUrl }), deps);
  });
  await callList().closeSegments(userId, Date.now(), count);
}

/** Whether or not they are refused: up to 500 a second, as far as the machine answers them. Resolves when they flow, with what ends them. */
async function sendRequests({ address }: LocalStack): Promise<Noise['quieten']> {
  const url = `${address.base_url}/user/calls?per_page=10`;
  const sender = fork(SENDER, [url, address.users[0]!.token, String(REQUESTS_PER_SECOND)]);
  await once(sender, 'message');
  return async () => {
    sender.send('stop');
    const [requests] = (await once(sender, 'message')) as [{ perSecond: number; refused: number }];
    return requests;
  };
}

async function untilDialled(stack: LocalStack, count: number): Promise<{ once: number; perSecond: number }> {
  for (;;) {
    const noisy = (await carrierCalls(stack, UNANSWERED)).filter(({ to }) => to === UNANSWERED);
    if (noisy.length < count) {
      await sleep(2000);
      continue;
    }
    const times = noisy.map(({ createdAt }) => createdAt).toSorted((one, other) => one - other);
    const urls = new Set(noisy.map(({ parameters }) => JSON.stringify(parameters)));
    return { once: urls.size, perSecond: ((count - 1) * 1000) / (times.at(-1)! - times[0]!) };
  }
}
