import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { createDynamoDbUserStore } from '#shared/accounts/dynamodb-user-store.ts';
import { webhookSecret } from '#shared/accounts/webhook-secrets.ts';
import type { GuardedAnswer } from '#shared/platform/http/guarded-transport.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import { createDynamoDbSmsList } from '#shared/sms/dynamodb-sms-list.ts';
import type { MessageOutcome, MessageReport } from '#shared/sms/message-carrier.ts';
import { receiveMessage } from '#shared/sms/receive-sms.ts';
import type { SmsEvent } from '#shared/sms/sms.ts';
import { submitSms } from '#shared/sms/submit-sms.ts';
import { applyMessageProgress } from '#shared/sms/track-sms.ts';
import { deliverWebhook } from '#shared/webhooks/deliver-webhook.ts';
import { listDeliveries } from '#shared/webhooks/deliveries.ts';
import {
  createDynamoDbEndpointHealthStore,
  createDynamoDbWebhookDeliveryStore,
} from '#shared/webhooks/dynamodb-webhook-stores.ts';
import { createSmsEvents } from '#shared/webhooks/sms-webhook.ts';
import { createMeter } from '#test/bench/meter.ts';
import { carrierMessageId, storeSms } from '#test/stores/stored-sms.ts';
import { buildPhoneNumber } from '#test/support/builders.ts';
import { crashAt } from '#test/support/fakes.ts';
import { answered, SIGNING_KEY } from '#test/support/in-memory/ended-calls.ts';
import { memoryService } from '#test/support/in-memory/service.ts';
import { createMemoryDoNotCallStore } from '#test/support/memory/campaigns.ts';
import { createMemorySecrets } from '#test/support/memory/platform.ts';
import { createMemoryWebhookTransport } from '#test/support/memory/webhooks.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const ADDRESS = 'https://crm.example.com/hooks/sms';
const OURS = '+12025550001';
const CUSTOMER = '+12025550100';

async function setup({ url = ADDRESS, answers = [] }: { url?: string | null; answers?: GuardedAnswer[] } = {}) {
  const real = table.real();
  const subject = await storeSms(table);
  const { userId, smsId } = subject.key;
  const users = createDynamoDbUserStore(real);
  if (url !== null) await users.setSmsWebhook(userId, url);
  const number = buildPhoneNumber({ userId, phoneNumber: OURS });
  const service = memoryService({ numbers: [number] });
  const { queue, timer } = service;
  const transport = createMemoryWebhookTransport(answers);
  const deps = {
    ...service,
    ...subject,
    users,
    queue,
    timer,
    doNotCall: createMemoryDoNotCallStore(),
    closeWaitingLeads: async () => undefined,
    receivedMessages: () => ({ findDate: async () => subject.clock.now() }),
    deliveries: createDynamoDbWebhookDeliveryStore(real),
    endpoints: createDynamoDbEndpointHealthStore(real),
    secrets: createMemorySecrets({ 'webhook-signing-key': SIGNING_KEY }),
    recordingPolicy: { publicUrl: 'https://api.example.com', retentionDays: 30 },
    transport,
    random: () => 0.5,
  };
  /** With the table, the queue and the timer of `parts`, which may be those of a process that dies. */
  const announcing = (parts: typeof deps) => ({ ...parts, events: createSmsEvents(parts) });

  /** Every message that the queue and the timer have, once. */
  async function drain(): Promise<void> {
    for (;;) {
      const sent = [...queue.sent.splice(0), ...timer.timers.splice(0)];
      if (sent.length === 0) return;
      for (const { queue: name, message } of sent) {
        if (name === 'send-sms') continue;
        await deliverWebhook(message as QueueMessage<'deliver-webhook'>, deps, 'deliver-slow-webhook');
      }
    }
  }

  const report = (status: MessageReport, errorCode: string | null = null, parts = deps) =>
    applyMessageProgress({ key: subject.key, carrierMessageId, status, errorCode }, announcing(parts));
  const receive = (text: string, parts = deps) =>
    receiveMessage(
      {
        carrierMessageId: 'SM9',
        carrierAccount: 'default',
        from: CUSTOMER,
        to: OURS,
        text,
        segments: 1,
        keyword: undefined,
      },
      announcing(parts),
    );
  const events = () => transport.requests.map(({ body }) => JSON.parse(body) as { event: SmsEvent; id: number });
  const submit = (outcome: MessageOutcome, parts = deps) => {
    parts.carrier.messageOutcomes.push(outcome);
    return submitSms(subject.key, announcing(parts));
  };
  return { ...deps, deps, userId, smsId, drain, report, receive, submit, received: events, real };
}

it('tells when an SMS is sent, delivered and received, signed, as it was then', async () => {
  const { submit, report, receive, drain, transport, received, smsId, userId } = await setup();
  await submit({ kind: 'accepted', carrierMessageId, status: 'sent' });
  await report('delivered');
  await receive('Thanks!');
  await drain();
  const common = { phone_number_id: 1001, error: null, opt_out: null };
  expect(received()).toEqual([
    expect.objectContaining({ ...common, event: 'sms.sent', id: smsId, status: 'sent', sms_sid: carrierMessageId }),
    expect.objectContaining({
      ...common,
      event: 'sms.delivered',
      status: 'delivered',
      direction: 'outbound',
      to: CUSTOMER,
    }),
    expect.objectContaining({
      ...common,
      event: 'sms.received',
      status: 'received',
      direction: 'inbound',
      from: CUSTOMER,
      body: 'Thanks!',
      total_cost: 0,
    }),
  ]);
  for (const { url, body, headers } of transport.requests) {
    expect(url).toBe(ADDRESS);
    const signed = new Webhook(webhookSecret(SIGNING_KEY, userId, 1)).sign(
      headers['webhook-id']!,
      new Date(Number(headers['webhook-timestamp']) * 1000),
      body,
    );
    expect(headers['webhook-signature']).toBe(signed);
  }
  expect(transport.requests.map(({ headers }) => headers['webhook-id'])[0]).toBe(`evt_${smsId}_sms.sent`);
});

it.each([
  ['undelivered', '30003'],
  ['delivered', null],
] as const)('tells once that an SMS is %s, whatever comes twice, late or in another order', async (status, code) => {
  const { report, drain, received } = await setup();
  await report(status, code);
  for (const late of ['sent', 'delivered', 'undelivered', status] as const) await report(late);
  await drain();
  expect(received()).toEqual([expect.objectContaining({ event: `sms.${status}`, status, error: code })]);
});

it('tells of the SMS as it was stored with the event, if the timer is over meanwhile', async () => {
  const { deps, report, received, userId, smsId } = await setup();
  let isStored = false;
  const get: typeof deps.deliveries.get = async (...key) => {
    if (!isStored) {
      isStored = true;
      await report('undelivered', '30003');
    }
    return deps.deliveries.get(...key);
  };
  const message = { userId, deliveryId: `evt_${smsId}_sms.undelivered`, attempt: 1 };
  await deliverWebhook(message, { ...deps, deliveries: { ...deps.deliveries, get } });
  expect(received()).toEqual([expect.objectContaining({ status: 'undelivered', error: '30003' })]);
});

it('tells that an SMS failed, with its reason and no cost', async () => {
  const { submit, drain, received, spent } = await setup();
  await submit({ kind: 'refused', code: 21_211, reason: 'Invalid number', isOfRecipient: true });
  await drain();
  expect(received()).toMatchObject([
    { event: 'sms.failed', error: '21211 Invalid number', total_cost: 0, sms_sid: '' },
  ]);
  expect(await spent()).toBe(0);
});

const ways = Array.from({ length: 6 }, (_, index) => [1 + index, 'before'] as const).flatMap(([step]) => [
  { step, when: 'before' as const },
  { step, when: 'after' as const },
]);

it.each(ways)(
  'tells exactly what changed if the process dies $when step $step of a callback',
  async ({ step, when }) => {
    const { deps, report, drain, received, now } = await setup();
    const { messages, users, queue, timer } = deps;
    const doomed = crashAt({ messages, users, queue, timer }, step, when);
    await report('delivered', null, { ...deps, ...doomed.deps }).catch(() => undefined);
    const hasChanged = (await now())?.status === 'delivered';
    await drain();
    expect(received().map(({ event }) => event)).toEqual(hasChanged ? ['sms.delivered'] : []);
    await report('delivered');
    await drain();
    expect(received().map(({ event }) => event)).toEqual(['sms.delivered']);
  },
);

it.each(ways)('stores a text once and tells it once if the process dies $when step $step', async ({ step, when }) => {
  const { deps, receive, drain, received, real, userId } = await setup();
  const { messages, users, queue, timer, phoneNumbers, doNotCall } = deps;
  const doomed = crashAt({ messages, users, queue, timer, phoneNumbers, doNotCall }, step, when);
  await receive('STOP', { ...deps, ...doomed.deps }).catch(() => undefined);
  await Promise.all([receive('STOP'), receive('STOP')]);
  await receive('STOP');
  await drain();
  expect(received()).toMatchObject([{ event: 'sms.received', opt_out: 'stop' }]);
  const list = createDynamoDbSmsList(real);
  const inbound = await list.list(userId, { direction: 'inbound' }, { page: 1, perPage: 5 });
  expect(inbound).toMatchObject({ total: 1, rows: [{ body: 'STOP', optOut: 'stop', totalCost: 0 }] });
});

it('sends each attempt to the address that is set at that moment, and none where there is none', async () => {
  const { report, deps, users, userId, smsId, transport, deliveries, clock } = await setup({
    answers: [answered(500), answered(200)],
  });
  await report('delivered');
  const message = (attempt: number) => ({ userId, deliveryId: `evt_${smsId}_sms.delivered`, attempt });
  await deliverWebhook(message(1), deps);
  await users.setSmsWebhook(userId, 'https://new.example.com/sms');
  clock.move(6000);
  await deliverWebhook(message(2), deps);
  expect(transport.requests.map(({ url }) => url)).toEqual([ADDRESS, 'https://new.example.com/sms']);
  expect(transport.requests[0]!.body).toBe(transport.requests[1]!.body);
  const [record] = await listDeliveries({ userId, smsId }, deps);
  expect(record).toMatchObject({
    sms_id: smsId,
    call_id: null,
    event: 'sms.delivered',
    status: 'delivered',
    attempts: [{ status: 500 }, { status: 200 }],
  });
  expect(await deliveries.listOfCall(userId, smsId)).toEqual([]);
});

it('sends nothing once the address is taken away, and takes it away after a 410', async () => {
  const { report, submit, users, userId, drain, transport } = await setup({ answers: [answered(410)] });
  await submit({ kind: 'accepted', carrierMessageId, status: 'sent' });
  await drain();
  expect((await users.get(userId))?.smsWebhookUrl).toBeNull();
  await report('delivered');
  await drain();
  expect(transport.requests).toHaveLength(1);
});

it('sends nothing of an event that waits when the address is taken away', async () => {
  const { report, users, userId, smsId, drain, transport, deliveries } = await setup();
  await report('delivered');
  await users.setSmsWebhook(userId, null);
  await drain();
  expect(transport.requests).toEqual([]);
  expect(await deliveries.listOfSms(userId, smsId)).toMatchObject([{ status: 'disabled' }]);
});

it('costs a user without an address one read for each change, and no write', async () => {
  const { deps, queue, timer, real, smsId, userId, report } = await setup({ url: null });
  const meter = createMeter(real.client);
  const metered = { ...deps, users: createDynamoDbUserStore({ ...real, client: meter.client }) };
  await report('delivered', null, metered);
  expect(meter.read()).toMatchObject({ requests: 1, findUnits: 1, writeUnits: 0 });
  expect([queue.sent, timer.timers.filter((one) => one.queue === 'deliver-webhook')]).toEqual([[], []]);
  expect(await deps.deliveries.listOfSms(userId, smsId)).toEqual([]);
});
