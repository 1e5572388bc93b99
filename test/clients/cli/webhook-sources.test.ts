import { createClient } from '@ringback/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { deliveredEvents } from '#clients/cli/src/webhook-sources.ts';
import { startService } from '#test/clients/scripted-service.ts';

interface ScriptedCall {
  id: number;
  status: string;
  /** Undefined: no webhook. */
  deliveries?: Array<{ attempts: number }>;
}

/** A deployment whose calls a test changes, newest first. */
async function prepare(calls: ScriptedCall[], patience = 60) {
  const { url, asked } = await startService(({ path, query }) => {
    const deliveriesOf = ({ id, deliveries = [] }: ScriptedCall) =>
      deliveries.map(({ attempts }, index) => ({
        id: `evt_${id}_${index}`,
        attempts: Array.from({ length: attempts }),
      }));
    if (path === '/user/calls') {
      const size = Number(query.get('per_page'));
      const page = Number(query.get('page') ?? 1);
      const status = query.get('status');
      const before = Number(query.get('before_id') ?? Infinity);
      const listed = calls.filter((call) => call.id < before && (status === null || call.status === status));
      const data = listed.slice((page - 1) * size, page * size).map((call) => ({ id: call.id, status: call.status }));
      return { body: { data, current_page: page, last_page: Math.max(1, Math.ceil(listed.length / size)) } };
    }
    const payloadOf = /deliveries\/(.+)\/payload$/.exec(path)?.[1];
    if (payloadOf !== undefined) return { body: { data: { body: payloadOf, headers: {} } } };
    const id = Number(query.get('call_id') ?? path.split('/').at(-1));
    const call = calls.find((one) => one.id === id);
    if (!call) return { status: 404, body: { message: 'Not found' } };
    return { body: path === '/user/webhooks/deliveries' ? { data: deliveriesOf(call) } : call };
  });
  const listening = new AbortController();
  onTestFinished(() => listening.abort());
  const client = createClient({ baseUrl: url, token: 'rb_test' });
  const events = deliveredEvents(client, { interval: 10, signal: listening.signal, patience });
  const heard: string[] = [];
  const listen = async () => {
    for await (const { id } of events) heard.push(id);
  };
  listen().catch(() => undefined);
  /** Until it has looked at the list this many times more. */
  const looks = async (count: number) => {
    const isLook = ({ path, query }: (typeof asked)[number]) =>
      path === '/user/calls' && query.get('per_page') === '100' && !query.has('before_id') && !query.has('status');
    const goal = asked.filter(isLook).length + count;
    while (asked.filter(isLook).length < goal) await new Promise((done) => setTimeout(done, 5));
  };
  return { asked, heard, looks };
}

const finished = (id: number): ScriptedCall => ({ id, status: 'completed', deliveries: [{ attempts: 1 }] });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => to - index);

it('hears of calls beyond the first page, and not of those before it listened', async () => {
  const calls = range(1, 150).map(finished);
  const { heard, looks } = await prepare(calls);
  await looks(2);
  calls.unshift(...range(1001, 1250).map(finished));
  await looks(3);
  expect(heard.toSorted()).toEqual(
    range(1001, 1250)
      .map((id) => `evt_${id}_0`)
      .toSorted(),
  );
});

it('hears of a call that ends when many newer ones have been made', async () => {
  const calls: ScriptedCall[] = [...range(2, 300).map(finished), { id: 1, status: 'in-progress' }];
  const { heard, looks } = await prepare(calls);
  await looks(2);
  calls.splice(-1, 1, finished(1));
  await looks(2);
  expect(heard).toEqual(['evt_1_0']);
});

it('waits for a delivery that is listed, or attempted, after the call is evaluated', async () => {
  const calls: ScriptedCall[] = [];
  const { heard, looks } = await prepare(calls, 1000);
  await looks(1);
  calls.push({ id: 1, status: 'completed' });
  await looks(2);
  calls.splice(0, 1, { ...finished(1), deliveries: [{ attempts: 0 }, { attempts: 1 }] });
  await looks(10);
  expect(heard).toEqual([]);
  calls.splice(0, 1, { ...finished(1), deliveries: [{ attempts: 1 }, { attempts: 1 }] });
  await vi.waitFor(() => expect(heard).toEqual(['evt_1_0', 'evt_1_1']));
});

it('looks up a call without a webhook three times, and no more', async () => {
  const calls: ScriptedCall[] = [];
  const { asked, looks } = await prepare(calls);
  await looks(1);
  calls.push({ id: 1, status: 'completed' }, { id: 2, status: 'completed' });
  const lookups = () => asked.filter(({ path }) => path === '/user/webhooks/deliveries');
  await vi.waitFor(() => expect(lookups()).toHaveLength(6));
  await looks(10);
  expect(lookups()).toHaveLength(6);
});

it('goes on when a call is deleted meanwhile', async () => {
  const calls: ScriptedCall[] = [...range(2, 120).map(finished), { id: 1, status: 'ringing' }];
  const { heard, looks } = await prepare(calls);
  await looks(2);
  calls.pop();
  await looks(2);
  calls.unshift(finished(500));
  await looks(2);
  expect(heard).toEqual(['evt_500_0']);
});
