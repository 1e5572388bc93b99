import { describe, expect, it } from 'vitest';
import { handler as sendSms } from '#functions/queue/send-sms.ts';
import { carriers, useCarrierAccounts } from '#test/carriers/each-carrier.ts';
import { storeSms } from '#test/stores/stored-sms.ts';
import { buildPhoneNumber, buildSms } from '#test/support/builders.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { createMemoryPhoneNumberStore } from '#test/support/memory/accounts.ts';
import { createMemoryDoNotCallStore } from '#test/support/memory/campaigns.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
useCarrierAccounts();

const CUSTOMER = '+12025550100';
const OURS = '+12025550001';

describe.each(carriers)('a text message in an account of $name', ({ under }) => {
  async function setup() {
    const { store, clock, ids, key: first, ...subject } = await storeSms(table);
    const side = under(() => clock.now());
    const key = { userId: first.userId, smsId: ids.recordId() };
    await store(buildSms({ userId: key.userId, id: key.smsId, carrierAccount: side.account }));
    const { messages, events, logger, metrics } = subject;
    const deps = { messages, events, doNotCall: createMemoryDoNotCallStore(), clock, ids, logger, metrics };
    const worker = sendSms.with({ ...deps, carrier: side.messageCarrier }, createMemoryDeadLetters());
    return { ...subject, deps, clock, side, key, send: () => worker(sqsEvent(key)), now: () => messages.get(key) };
  }

  it('is sent once, and delivered', async () => {
    const { send, side, key, deps, now } = await setup();
    await send();
    await send();
    expect(side.company.texts).toMatchObject([{ to: CUSTOMER, from: OURS, body: buildSms().body }]);
    const { id } = side.company.texts[0]!;
    expect(await now()).toMatchObject({ status: 'sent', carrierMessageId: id });
    expect((await side.reportText(key, id, 'delivered', deps)).statusCode).toBe(204);
    expect(await now()).toMatchObject({ status: 'delivered' });
  });

  it('is refunded when the carrier refuses it', async () => {
    const { send, side, now, spent } = await setup();
    const before = await spent();
    side.company.moods.push('refuses the number');
    await send();
    expect(await now()).toMatchObject({ status: 'failed' });
    expect(await spent()).toBe(before - buildSms().totalCost);
  });

  it('is not sent again after a lost answer, and is found at the carrier', async () => {
    const { send, side, clock, now } = await setup();
    side.company.moods.push('loses');
    await send();
    clock.move(30_000);
    await send();
    expect(side.company.texts).toHaveLength(1);
    expect(await now()).toMatchObject({ status: 'sent', carrierMessageId: side.company.texts[0]!.id });
  });

  it('puts its sender on the do-not-call list when it says STOP', async () => {
    const { side, deps } = await setup();
    const number = buildPhoneNumber({ phoneNumber: OURS, carrierAccount: side.account });
    const phoneNumbers = createMemoryPhoneNumberStore([number]);
    const receiving = { ...deps, phoneNumbers, receivedMessages: side.receivedMessages };
    const answer = await side.receiveText(
      { id: 'text-1', from: CUSTOMER, to: OURS, body: 'STOP' },
      { ...receiving, closeWaitingLeads: async () => undefined },
    );
    expect(answer.statusCode).toBeLessThan(300);
    expect(await deps.doNotCall.get(number.userId, CUSTOMER)).toMatchObject({ source: 'sms' });
  });
});
