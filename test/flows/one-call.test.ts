import { expect, it } from 'vitest';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { numberLike } from '#test/support/many-numbers.ts';
import { create, createAssistant, listCalls, makeCall, readCall, settledCall } from '#test/support/over-http.ts';
import { patience } from '#test/support/patience.ts';

const running = useLocalStack({ simulatorSpeed: 5, developer: { CARRIER_CALLS_PER_SECOND: '5' } });
/** Hangs up after the greeting. */
const SHORT = '+12025550154';
/** Says nothing for some fifty seconds. */
const SILENT = '+12025550155';
/** Three call seconds until the line is looked at, messages of whole seconds, and a busy machine. */
const SOON_MS = patience(8_000);

interface CarrierCall {
  createdAt: number;
  endedAt: number | null;
}

const phoneOf = async (number: string) => {
  const { calls } = await running().simulator<{ calls: CarrierCall[] }>(`/calls?to=${encodeURIComponent(number)}`);
  return calls.toSorted((one, other) => one.createdAt - other.createdAt);
};
const overCalls = (number: string, count: number) =>
  waitFor(`the end of ${count} calls`, async () => {
    const calls = await phoneOf(number);
    return calls.length === count && calls.every(({ endedAt }) => endedAt !== null) && calls;
  });
const ringing = (number: string, count = 1) =>
  waitFor(`${count} calls`, async () => (await phoneOf(number)).length >= count);

/** From the end of each call to the next one, in milliseconds. Negative: two telephones rang at the same time. */
const gapsOf = (calls: readonly CarrierCall[]) =>
  calls.slice(1).map(({ createdAt }, index) => createdAt - (calls[index]?.endedAt ?? Number.POSITIVE_INFINITY));

function expectOneAtATime(calls: readonly CarrierCall[]): void {
  for (const gap of gapsOf(calls)) {
    expect(gap).toBeGreaterThanOrEqual(0);
    expect(gap).toBeLessThan(SOON_MS);
  }
}

it('rings a customer one call at a time, who is in two campaigns and is called at the same moment', async () => {
  const { api } = running();
  const assistantId = await createAssistant(api);
  const number = numberLike(SHORT, 1);
  const campaigns = [];
  for (const name of ['Spring', 'Autumn']) {
    const campaign_id = await create(api, '/user/campaigns', { name, assistant_id: assistantId });
    await create(api, '/user/leads', { campaign_id, phone_number: number });
    campaigns.push(campaign_id);
  }
  const start = (campaign_id: number) => api('POST', '/user/campaigns/update-status', { campaign_id, action: 'start' });
  const [callId] = await Promise.all([makeCall(api, number, assistantId), ...campaigns.map(start)]);
  expectOneAtATime(await overCalls(number, 3));
  expect(await settledCall(api, callId)).toMatchObject({ status: 'ended_by_customer' });
});

it('answers a call that has to wait for its number as any other, and dials it when the number is free', async () => {
  const { api } = running();
  const assistantId = await createAssistant(api);
  const number = numberLike(SHORT, 2);
  const forms = [number, `${number.slice(0, 5)} 555-0154`, ` ${number.slice(0, 2)} (${number.slice(2, 5)}) 555.0154`];
  const answers = [];
  for (const phone_number of forms)
    answers.push(await api('POST', '/user/make_call', { phone_number, assistant_id: assistantId }));
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body).toMatchObject({ message: 'Call initiated successfully', status: 'initiated' });
  }
  expectOneAtATime(await overCalls(number, 3));
});

it('dials a call with allow_parallel at the same time, and calls of two users', async () => {
  const { api, as } = running();
  const other = as(2);
  const [mine, theirs] = await Promise.all([createAssistant(api), createAssistant(other)]);
  const number = numberLike(SILENT, 3);
  const first = await makeCall(api, number, mine);
  await ringing(number);
  const waiting = await makeCall(api, number, mine);
  await makeCall(other, number, theirs);
  await makeCall(api, number, mine, { allow_parallel: true });
  await ringing(number, 3);
  expect(await readCall(api, waiting)).toMatchObject({ status: 'initiated' });
  const calls = await phoneOf(number);
  expect(calls).toHaveLength(3);
  expect(calls.filter(({ endedAt }) => endedAt === null)).toHaveLength(3);
  // One that waits can be ended, and does not ring.
  expect(await api('POST', `/user/calls/${waiting}/end`)).toMatchObject({ status: 200 });
  expect(await settledCall(api, waiting)).toMatchObject({ status: 'failed', outcome: 'cancelled' });
  expect(await settledCall(api, first)).toMatchObject({ status: 'ended_by_assistant' });
  expect(await overCalls(number, 3)).toHaveLength(3);
});

it('does not hold up another number while one is busy', async () => {
  const { api } = running();
  const assistantId = await createAssistant(api);
  const [silent, short] = [numberLike(SILENT, 4), numberLike(SHORT, 4)];
  await makeCall(api, silent, assistantId);
  await ringing(silent);
  for (let more = 0; more < 4; more += 1) await makeCall(api, silent, assistantId);
  await makeCall(api, short, assistantId);
  await overCalls(short, 1);
  expect((await phoneOf(silent)).filter(({ endedAt }) => endedAt !== null)).toEqual([]);
  const waiting = (await listCalls(api, 'status=initiated')).data.filter(
    ({ client_phone_number }) => client_phone_number === silent,
  );
  expect(waiting).toHaveLength(4);
  for (const { id } of waiting) await api('POST', `/user/calls/${id}/end`);
});
