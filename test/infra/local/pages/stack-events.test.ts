import { createServer } from 'node:http';
import { listen } from '@ringback/simulators/line/loopback-server.ts';
import { afterEach, expect, it } from 'vitest';
import { stackEvents } from '#infra/local/pages/studio/stack-events.ts';
import type { ReceivedWebhook } from '#infra/local/webhook-sink/webhook-sink.ts';

const webhook = (path: string): ReceivedWebhook => ({ receivedAt: '', path, headers: {}, body: {}, verified: true });
const event = (at: number, type: string) => ({ at, callSeconds: 0, type, data: {} });
const calls = [
  { to: '+12025550100', timeline: [event(1, 'created'), event(3, 'answered')] },
  { to: '+12025550150', timeline: [event(2, 'created')] },
];

const closing: Array<() => Promise<void>> = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function eventsOf(simulator_url: string) {
  const answer = await stackEvents({
    address: { simulator_url },
    webhooks: () => [webhook('/one'), webhook('/two')],
  })();
  return JSON.parse(String(answer.body)) as {
    webhooks: ReceivedWebhook[];
    carrier: Array<{ to: string; type: string }>;
  };
}

it('has the webhooks and the events of all calls, the newest first', async () => {
  const simulator = await listen(createServer((_, response) => response.end(JSON.stringify({ calls }))));
  closing.push(simulator.stop);
  const { webhooks, carrier } = await eventsOf(simulator.url);
  expect(webhooks.map(({ path }) => path)).toEqual(['/two', '/one']);
  expect(carrier.map(({ to, type }) => `${to} ${type}`)).toEqual([
    '+12025550100 answered',
    '+12025550150 created',
    '+12025550100 created',
  ]);
});

it('has the webhooks while the simulator does not answer', async () => {
  const { webhooks, carrier } = await eventsOf('http://127.0.0.1:1');
  expect([webhooks.length, carrier]).toEqual([2, []]);
});
