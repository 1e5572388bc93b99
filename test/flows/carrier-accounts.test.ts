import { beforeAll, describe, expect, it } from 'vitest';
import { calls, phoneNumbers, users } from '#shared/container.ts';
import { addNumber, pointNumber } from '#shared/numbers/manage-numbers.ts';
import type { PhoneNumber } from '#shared/numbers/phone-number.ts';
import { furtherCarrierAccounts } from '#shared/platform/carrier-settings.ts';
import { clock } from '#shared/platform/clock.ts';
import { createRandomIds } from '#shared/platform/ids.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { createAssistant, makeCall, type SimulatedCall } from '#test/support/over-http.ts';

const running = useLocalStack({ developer: { SIMULATED_ACCOUNTS: 'second=1' } });
const SECOND = '+12025550901';
let number: PhoneNumber;

/** What the simulator of the second account tells. */
async function second<Body>(path: string, init?: RequestInit): Promise<Body> {
  const [account] = furtherCarrierAccounts();
  return (await (
    await fetch(`${account!.apiUrl}/_simulator${path}`, { headers: { 'content-type': 'application/json' }, ...init })
  ).json()) as Body;
}

const finalCall = (id: number) =>
  waitFor('the end of the call', async () => {
    const call = await calls().get({ userId: 1, callId: id });
    return call && /^(ended_by_|completed)/.test(call.status) && call.hold === 0 && call;
  });

const assistantOn = (changes: object) =>
  createAssistant(running().api, { phone_number_id: number.id, record_call: true, ...changes });

beforeAll(async () => {
  const deps = { phoneNumbers: phoneNumbers(), users: users(), clock: clock(), ids: createRandomIds(clock()) };
  const added = { userId: 1, phoneNumber: SECOND, carrierAccount: 'second', type: 'Normal', smsCapable: true } as const;
  number = await addNumber({ ...added, subscriptionExpiresAt: null }, deps);
  const { carrierNumbers } = await import('#shared/carrier-container.ts');
  const carrier = carrierNumbers('second');
  await pointNumber({ phoneNumber: SECOND, publicUrl: running().origin, isDryRun: false }, { carrier });
});

describe.concurrent('a number of a second carrier account', () => {
  it('calls by that account, which reports the call and has its recording', async () => {
    const assistant_id = await assistantOn({});
    const id = await makeCall(running().api, '+12025550100', assistant_id);
    const call = await finalCall(id);
    expect(call).toMatchObject({ carrierAccount: 'second', assistantPhoneNumber: SECOND });
    expect(call.durationSeconds).toBeGreaterThan(0);
    await expect(second(`/calls/${call.carrierCallId}`)).resolves.toMatchObject({ from: SECOND, finished: true });
    const { calls: others } = await running().simulator<{ calls: SimulatedCall[] }>('/calls');
    expect(others.filter(({ from }) => from === SECOND)).toEqual([]);
    const stored = await waitFor('the recording', async () => {
      const recorded = await calls().get({ userId: 1, callId: id });
      return recorded?.recording?.storedAt !== undefined && recorded.recording;
    });
    expect(stored.durationSeconds).toBeGreaterThan(0);
  });

  it('sends SMS by that account', async () => {
    const sent = await running().api<{ data: { status: string } }>('POST', '/user/sms', {
      from: number.id,
      to: '+12025550100',
      body: 'From the second account',
    });
    expect(sent).toMatchObject({ status: 200, body: { data: { status: 'sent' } } });
    const from = encodeURIComponent(SECOND);
    const { messages } = await second<{ messages: object[] }>(`/messages?from=${from}`);
    expect(messages).toHaveLength(1);
  });

  it('answers calls that come in there', async () => {
    await assistantOn({ calls_direction: 'receive' });
    const ring = { from: '+12025550101', to: SECOND };
    const { sid } = await second<SimulatedCall>('/inbound-calls', { method: 'POST', body: JSON.stringify(ring) });
    const heard = await waitFor('the end of the inbound call', async () => {
      const call = await second<SimulatedCall>(`/calls/${sid}`);
      return call.finished && call;
    });
    expect(heard.status).toBe('completed');
    const key = await calls().findByCarrierId(sid);
    expect(await finalCall(key!.callId)).toMatchObject({ type: 'inbound', carrierAccount: 'second' });
  });
});

it('a number of the default account calls by the default account beside it', async () => {
  const assistant_id = await assistantOn({ phone_number_id: 1 });
  const id = await makeCall(running().api, '+12025550100', assistant_id);
  const call = await finalCall(id);
  expect(call.carrierAccount).toBe('default');
  await expect(running().simulator(`/calls/${call.carrierCallId}`)).resolves.toMatchObject({ finished: true });
});
