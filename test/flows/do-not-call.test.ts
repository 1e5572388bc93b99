import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';

const running = useLocalStack();
const OURS = '+12025550001';

interface List {
  data: Array<{ phone_number: string; source: string }>;
}

async function setup(customer: string) {
  const { api, simulator } = running();
  const textIn = (text: string) =>
    simulator('/inbound-messages', { method: 'POST', body: JSON.stringify({ from: customer, to: OURS, text }) });
  const entry = async () => {
    const { body } = await api<List>('GET', '/user/do-not-call?per_page=100');
    return body.data.find(({ phone_number }) => phone_number === customer);
  };
  return { api, textIn, entry };
}

describe('a customer who texts STOP', () => {
  it('is on the list, as are the leads that wait, until START', async () => {
    const customer = '+12025550141';
    const { api, textIn, entry } = await setup(customer);
    const lead = await api<{ data: { id: number } }>('POST', '/user/leads', { campaign_id: 1, phone_number: customer });
    await textIn('Stop.');
    expect(await waitFor('the STOP to be heard', entry)).toMatchObject({ source: 'sms' });
    const { body } = await api<{ data: Array<{ id: number }> }>('GET', '/user/leads?status=blacklisted');
    expect(body.data).toMatchObject([{ id: lead.body.data.id }]);
    // The carrier's dates have whole seconds, and STOP wins within one.
    await sleep(1100);
    await textIn('START');
    await waitFor('the START to be heard', async () => (await entry()) === undefined);
  });

  it('is heard by the number that was texted, and other texts change nothing', async () => {
    const { textIn, entry } = await setup('+12025550142');
    await textIn('See you on Tuesday');
    await textIn('QUIT');
    expect(await waitFor('the STOP to be heard', entry)).toMatchObject({ source: 'sms' });
    const { body } = await running().as(2)<List>('GET', '/user/do-not-call');
    expect(body.data).toEqual([]);
  });
});
