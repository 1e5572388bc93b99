import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebhookReceiver } from '#test/flows/webhook-receiver.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';

const running = useLocalStack();
const OURS = '+12025550001';
const CUSTOMER = '+12025550100';
const UNREACHABLE = '+12025550163';

interface Listed {
  id: number;
  status: string;
  direction: string;
  body: string;
  from: string;
  error: string | null;
  opt_out: string | null;
  total_cost: number;
}

describe('what becomes of SMS', () => {
  let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
  });
  afterAll(() => receiver.stop());

  const list = async (query = '') =>
    (await running().api<{ data: Listed[]; total: number }>('GET', `/user/sms${query}`)).body;
  const textIn = (from: string, text: string) =>
    running().simulator('/inbound-messages', { method: 'POST', body: JSON.stringify({ from, to: OURS, text }) });
  const send = async (to: string) => {
    const from = running().users[0]!.phone_numbers.find(({ phone_number }) => phone_number === OURS)!.id;
    const { body } = await running().api<{ data: { id: number } }>('POST', '/user/sms', { from, to, body: 'Hello' });
    return body.data.id;
  };
  const eventsOf = (id: number) => receiver.events.filter(({ body }) => body.id === id).map(({ id: event }) => event);

  it('is in the list and is posted to the address of the user, each event once', async () => {
    const { api } = running();
    const { status } = await api('PUT', '/user/sms-webhook', { sms_webhook_url: receiver.url });
    expect(status).toBe(200);
    const [delivered, unreachable] = [await send(CUSTOMER), await send(UNREACHABLE)];
    await textIn(CUSTOMER, 'See you on Tuesday');
    await textIn('+12025550142', 'STOP');
    const statusOf = async (id: number) => (await api<Listed>('GET', `/user/sms/${id}`)).body.status;
    await waitFor('the SMS to be delivered', async () => (await statusOf(delivered)) === 'delivered');
    await waitFor('the SMS not to be delivered', async () => (await statusOf(unreachable)) === 'undelivered');
    const inbound = await waitFor('two texts', async () => {
      const found = await list('?direction=inbound');
      return found.total === 2 && found.data;
    });
    expect(inbound).toMatchObject([
      { status: 'received', body: 'STOP', from: '+12025550142', opt_out: 'stop', total_cost: 0 },
      { status: 'received', body: 'See you on Tuesday', from: CUSTOMER, opt_out: null },
    ]);
    expect(
      (await list(`?phone_number=${encodeURIComponent(CUSTOMER)}`)).data.map(({ direction }) => direction),
    ).toEqual(['inbound', 'outbound']);
    expect((await list('?status=undelivered')).data).toMatchObject([{ id: unreachable, error: expect.any(String) }]);

    const expected = (id: number, ...events: string[]) => events.map((event) => `evt_${id}_sms.${event}`);
    await waitFor('all events', () => receiver.events.length >= 6);
    expect(eventsOf(delivered).toSorted()).toEqual(expected(delivered, 'delivered', 'sent'));
    expect(eventsOf(unreachable).toSorted()).toEqual(expected(unreachable, 'sent', 'undelivered'));
    expect(eventsOf(inbound[0]!.id)).toEqual(expected(inbound[0]!.id, 'received'));
    const deliveries = await api<{ data: Array<{ sms_id: number; status: string }> }>(
      'GET',
      `/user/webhooks/deliveries?sms_id=${delivered}`,
    );
    expect(deliveries.body.data).toMatchObject([
      { sms_id: delivered, status: 'delivered' },
      { sms_id: delivered, status: 'delivered' },
    ]);
  });

  it('is told no more without an address, and a delivery can be sent again', async () => {
    const { api } = running();
    const [{ id } = { id: 0 }] = (await list('?direction=inbound')).data;
    const before = receiver.events.length;
    const replay = await api('POST', `/user/webhooks/deliveries/evt_${id}_sms.received/replay`);
    expect(replay.status).toBe(200);
    await waitFor('the event again', () => receiver.events.length === before + 1);
    await api('PUT', '/user/sms-webhook', { sms_webhook_url: null });
    await textIn(CUSTOMER, 'One more thing');
    await waitFor('the text', async () => (await list('?direction=inbound')).total === 3);
    expect(receiver.events).toHaveLength(before + 1);
  });
});
