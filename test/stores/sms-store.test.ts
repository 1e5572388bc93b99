import { describe, expect, it } from 'vitest';
import { sumOf, type LedgerEntry } from '#shared/accounts/account.ts';
import { createDynamoDbUserStore } from '#shared/accounts/dynamodb-user-store.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import { createDynamoDbSmsStore } from '#shared/sms/dynamodb-sms-store.ts';
import type { SmsRefund } from '#shared/sms/sms-deps.ts';
import type { Sms } from '#shared/sms/sms.ts';
import { buildLedgerEntry, buildSms, buildUser } from '#test/support/builders.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const MESSAGE_ID = 'SM11111111111111111111111111111111';

describe('SMS store', () => {
  async function setup(amount = 1_000_000) {
    const real = table.real();
    const store = createDynamoDbSmsStore(real);
    const users = createDynamoDbUserStore(real);
    const wallets = createDynamoDbWalletStore(real);
    const { id: _, ...account } = buildUser();
    const { id: userId } = await users.create(account);
    await wallets.book(buildLedgerEntry({ id: 1, userId, amount }));
    const sms = buildSms({ userId });
    const key = { userId, smsId: sms.id };
    const charge = (of: Sms = sms): LedgerEntry => ({
      id: of.id,
      userId,
      amount: -of.totalCost,
      kind: 'sms',
      reference: String(of.id),
      createdAt: of.createdAt,
    });
    const refund = (changes: Partial<SmsRefund> = {}): SmsRefund => ({
      key,
      claimedAt: 5,
      failure: 'Unknown number',
      segments: sms.segments,
      entry: { ...charge(), id: sms.id + 1, amount: sms.totalCost, kind: 'refund' },
      at: 9,
      ...changes,
    });
    const money = async () => ({
      ...(await wallets.get(userId)),
      ledger: sumOf(await wallets.ledger(userId)),
    });
    return { store, userId, sms, key, charge, refund, money, wallets };
  }

  async function setupCreated() {
    const subject = await setup();
    await subject.store.createWithCharge(subject.sms, subject.charge());
    return subject;
  }

  it('stores a message, takes its cost and books it', async () => {
    const { store, sms, key, charge, money, wallets, userId } = await setup();
    await expect(store.createWithCharge(sms, charge())).resolves.toBe('created');
    await expect(store.get(key)).resolves.toEqual(sms);
    await expect(money()).resolves.toEqual({ balance: 980_000, available: 980_000, ledger: 980_000 });
    expect(await wallets.ledger(userId)).toMatchObject([
      { kind: 'top_up' },
      { amount: -20_000, kind: 'sms', reference: String(sms.id) },
    ]);
  });

  it('stores nothing when the money is short', async () => {
    const { store, sms, key, charge, money } = await setup(19_999);
    await expect(store.createWithCharge(sms, charge())).resolves.toBe('insufficient_balance');
    await expect(store.get(key)).resolves.toBeUndefined();
    await expect(money()).resolves.toEqual({ balance: 19_999, available: 19_999, ledger: 19_999 });
  });

  it.each([
    { what: 'message', idOf: (sms: Sms) => ({ sms: sms.id, entry: sms.id + 7 }) },
    { what: 'ledger entry', idOf: (sms: Sms) => ({ sms: sms.id + 7, entry: sms.id }) },
  ])('charges nothing when the id of the $what is taken', async ({ idOf }) => {
    const { store, sms, charge, money } = await setupCreated();
    const ids = idOf(sms);
    const again = store.createWithCharge({ ...sms, id: ids.sms }, { ...charge(), id: ids.entry });
    await expect(again).resolves.toBe('id_taken');
    await expect(money()).resolves.toMatchObject({ balance: 980_000, ledger: 980_000 });
  });

  it('never takes more than there is, however many send at once', async () => {
    const { store, sms, charge, money } = await setup(100_000);
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, (_, index) => {
        const one = { ...sms, id: sms.id + index };
        return store.createWithCharge(one, charge(one));
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'insufficient_balance')).toHaveLength(11);
    await expect(money()).resolves.toEqual({ balance: 0, available: 0, ledger: 0 });
  });

  it('grants the right to send once, until it is released', async () => {
    const { store, sms, key } = await setupCreated();
    const claims = await Promise.all([1, 2, 3, 4].map((at) => store.claimSending(key, `run-${at}`, at)));
    const [claim, ...others] = claims.filter((claimed) => claimed !== undefined);
    expect(others).toEqual([]);
    await store.releaseSending(key, 'another');
    await expect(store.claimSending(key, 'another', 5)).resolves.toBeUndefined();
    const owner = `run-${claim!.claimedAt}`;
    await expect(store.claimSending(key, owner, 5)).resolves.toEqual({ ...sms, claimedAt: 5 });
    await store.releaseSending(key, owner);
    await expect(store.claimSending(key, 'another', 6)).resolves.toEqual({ ...sms, claimedAt: 6 });
  });

  it('changes a message only from the statuses that are named', async () => {
    const { store, sms, key } = await setupCreated();
    await expect(store.change(key, { status: 'delivered' }, 3, ['sent'])).resolves.toBeUndefined();
    const sent = { status: 'sent', carrierMessageId: MESSAGE_ID } as const;
    await expect(store.change(key, sent, 4, ['queued'])).resolves.toEqual({ ...sms, ...sent, updatedAt: 4 });
    await expect(store.change(key, { status: 'delivered' }, 5, ['queued', 'sent'])).resolves.toMatchObject({
      status: 'delivered',
    });
    await expect(store.claimSending(key, 'run', 6)).resolves.toBeUndefined();
    await expect(store.claimSending({ ...key, smsId: 1 }, 'run', 6)).resolves.toBeUndefined();
    await expect(store.change({ ...key, smsId: 1 }, sent, 6, ['queued'])).resolves.toBeUndefined();
  });

  it('recognises a message of the carrier as one of ours, once', async () => {
    const { store, sms, key, charge } = await setupCreated();
    const twin = { ...sms, id: sms.id + 1 };
    const twinKey = { ...key, smsId: twin.id };
    await store.createWithCharge(twin, charge(twin));
    const outcomes = await Promise.all([store.recognise(key, MESSAGE_ID, 4), store.recognise(twinKey, MESSAGE_ID, 4)]);
    expect(outcomes.toSorted()).toEqual(['recognised', 'taken']);
    const both = await Promise.all([store.get(key), store.get(twinKey)]);
    expect(both.map((found) => `${found?.status} ${found?.carrierMessageId}`).toSorted()).toEqual([
      'queued null',
      `sent ${MESSAGE_ID}`,
    ]);
    const recognised = outcomes[0] === 'recognised' ? key : twinKey;
    await expect(store.recognise(recognised, 'SM2', 5)).resolves.toBe('not_queued');
  });

  it('refunds once', async () => {
    const { store, sms, key, refund, money, userId, wallets } = await setupCreated();
    await store.claimSending(key, 'run', 5);
    const outcomes = await Promise.all([
      store.refund(refund()),
      store.refund(refund({ entry: { ...refund().entry, id: sms.id + 2 } })),
    ]);
    expect(outcomes.toSorted()).toEqual(['not_open', 'refunded']);
    await expect(store.get(key)).resolves.toMatchObject({ status: 'failed', failure: 'Unknown number', updatedAt: 9 });
    await expect(money()).resolves.toEqual({ balance: 1_000_000, available: 1_000_000, ledger: 1_000_000 });
    expect((await wallets.ledger(userId)).map(({ kind }) => kind)).toEqual(['top_up', 'sms', 'refund']);
  });

  it.each([
    { what: 'under another claim', prepare: { claimAt: 6, sent: false } },
    { what: 'without a claim', prepare: { claimAt: null, sent: false } },
    { what: 'after it has left', prepare: { claimAt: 5, sent: true } },
  ])('gives nothing back for a message $what', async ({ prepare }) => {
    const { store, key, refund, money } = await setupCreated();
    if (prepare.claimAt !== null) await store.claimSending(key, 'run', prepare.claimAt);
    if (prepare.sent) await store.change(key, { status: 'sent' }, 6, ['queued']);
    await expect(store.refund(refund())).resolves.toBe('not_open');
    await expect(money()).resolves.toMatchObject({ balance: 980_000, ledger: 980_000 });
  });

  it('gives nothing back while the id of the ledger entry is taken', async () => {
    const { store, sms, key, refund, charge, money } = await setupCreated();
    await store.claimSending(key, 'run', 5);
    await expect(store.refund(refund({ entry: { ...charge(), id: sms.id } }))).resolves.toBe('id_taken');
    await expect(money()).resolves.toMatchObject({ balance: 980_000 });
    await expect(store.get(key)).resolves.toMatchObject({ status: 'queued' });
  });

  it('lists the messages of a span of time, oldest first', async () => {
    const { store, userId, charge } = await setup();
    const at = (second: number) => Date.UTC(2026, 5, 30, 11, 53, second);
    const idAt = (second: number) => buildSms().id + (at(second) - at(20)) * 4096;
    for (const second of [22, 20, 21, 23]) {
      const sms = buildSms({ id: idAt(second), userId });
      await store.createWithCharge(sms, charge(sms));
    }
    const found = await store.listBetween(userId, at(21), at(23));
    expect(found.map(({ id }) => id)).toEqual([idAt(21), idAt(22)]);
    await expect(store.listBetween(userId + 1, at(0), at(59))).resolves.toEqual([]);
  });
});
