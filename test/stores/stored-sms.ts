import { sumOf } from '#shared/accounts/account.ts';
import { createDynamoDbUserStore } from '#shared/accounts/dynamodb-user-store.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import { createDynamoDbSmsStore } from '#shared/sms/dynamodb-sms-store.ts';
import type { Sms } from '#shared/sms/sms.ts';
import { buildLedgerEntry, buildSms, buildUser } from '#test/support/builders.ts';
import { createCountingIds, createFixedClock, createObservers } from '#test/support/fakes.ts';
import { createMemoryCarrier } from '#test/support/memory/carrier.ts';
import { noSmsEvents } from '#test/support/memory/sms.ts';
import type { useTable } from '#test/support/table.ts';

export const carrierMessageId = `SM${'1'.padStart(32, '0')}`;

/** A new user with money to send messages. */
export async function fundUser({ client, tableName }: ReturnType<typeof useTable>, amount = 1_000_000) {
  const table = { client: client(), tableName };
  const wallets = createDynamoDbWalletStore(table);
  const { id: _, ...account } = buildUser();
  const { id: userId } = await createDynamoDbUserStore(table).create(account);
  await wallets.book(buildLedgerEntry({ id: 1, userId, amount }));
  return {
    userId,
    messages: createDynamoDbSmsStore(table),
    ledger: () => wallets.ledger(userId),
    /** What has been taken from the wallet; the ledger must say the same. */
    spent: async () => {
      const { balance, available } = (await wallets.get(userId))!;
      const sum = sumOf(await wallets.ledger(userId));
      if (balance !== sum || balance !== available) throw new Error('the money does not add up');
      return amount - balance;
    },
  };
}

/** One message that was accepted and charged, and everything that moves it. */
export async function storeSms(table: ReturnType<typeof useTable>, { takesUnknown = false } = {}) {
  const clock = createFixedClock();
  const { userId, ...funded } = await fundUser(table);
  const ids = createCountingIds(clock);
  const store = async (sms: Sms) => {
    const charge = { id: ids.recordId(), userId, amount: -sms.totalCost, reference: String(sms.id) };
    return funded.messages.createWithCharge(sms, buildLedgerEntry({ ...charge, kind: 'sms' }));
  };
  const stored = buildSms({ userId });
  await store(stored);
  const key = { userId, smsId: stored.id };
  return {
    ...funded,
    events: noSmsEvents,
    key,
    clock,
    ids,
    store,
    carrier: createMemoryCarrier({ takesUnknown, now: () => clock.now() }),
    ...createObservers(),
    now: async () => funded.messages.get(key),
  };
}
