import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { sumOf, type LedgerEntry } from '#shared/accounts/account.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { accountStoreAdapters } from '#test/stores/account-stores.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { buildLedgerEntry, buildUser } from '#test/support/builders.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();

describe.each(accountStoreAdapters(table))('wallet store on $adapter', ({ create }) => {
  async function setup(balance = 0) {
    const { users, wallets } = create();
    const { id: _, ...account } = buildUser();
    const user = await users.create(account);
    const book = (changes: Partial<LedgerEntry> = {}) =>
      wallets.book(buildLedgerEntry({ userId: user.id, ...changes }));
    if (balance > 0) await book({ id: 1, amount: balance });
    return { wallets, user, book };
  }

  it('books entries and lists them, oldest first', async () => {
    const { wallets, user, book } = await setup();
    await expect(book({ id: 12, amount: 5_000_000 })).resolves.toBe('booked');
    await expect(book({ id: 13, amount: -2_000_001, kind: 'correction' })).resolves.toBe('booked');
    await expect(wallets.get(user.id)).resolves.toEqual({ balance: 2_999_999, available: 2_999_999 });
    const ledger = await wallets.ledger(user.id);
    expect(ledger.map(({ id, kind }) => ({ id, kind }))).toEqual([
      { id: 12, kind: 'top_up' },
      { id: 13, kind: 'correction' },
    ]);
  });

  it('books the same entry once, also when the money is gone by then', async () => {
    const { wallets, user, book } = await setup(3);
    await expect(book({ id: 2, amount: -3 })).resolves.toBe('booked');
    await expect(book({ id: 2, amount: -3 })).resolves.toBe('booked');
    await expect(wallets.get(user.id)).resolves.toEqual({ balance: 0, available: 0 });
  });

  it('refuses another entry under an id that is taken', async () => {
    const { wallets, user, book } = await setup(5);
    await expect(book({ id: 1, amount: 6 })).resolves.toBe('id_taken');
    await expect(wallets.get(user.id)).resolves.toEqual({ balance: 5, available: 5 });
  });

  it('refuses an entry that takes more than is available, and books none of it', async () => {
    const { wallets, user, book } = await setup(5);
    await expect(book({ id: 2, amount: -6 })).resolves.toBe('refused');
    await expect(book({ id: 2, amount: -5 })).resolves.toBe('booked');
    expect(sumOf(await wallets.ledger(user.id))).toBe(0);
  });

  it('refuses an entry for a user who does not exist', async () => {
    const { wallets, user, book } = await setup();
    await expect(book({ userId: user.id + 1 })).resolves.toBe('refused');
    await expect(wallets.ledger(user.id + 1)).resolves.toEqual([]);
  });

  it('never spends more than there is, however many spend at once', async () => {
    const { wallets, user, book } = await setup(10);
    const outcomes = await Promise.all(Array.from({ length: 16 }, (_, index) => book({ id: index + 2, amount: -1 })));
    expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(10);
    await expect(wallets.get(user.id)).resolves.toEqual({ balance: 0, available: 0 });
    expect(sumOf(await wallets.ledger(user.id))).toBe(0);
  });
});

it('books what the wallet covers, although its parts were read on both sides of a loan', async () => {
  const [client, { tableName }] = [table.client(), table];
  const userId = newUserId();
  const lender = { ...keys.walletPart.key(userId, 0), userId, balance: 100, available: 0, leased: -100 };
  const borrower = { ...keys.walletPart.key(userId, 1), userId, balance: 0, available: 100, leased: 100 };
  for (const Item of [lender, borrower]) await client.send(new PutCommand({ TableName: tableName, Item }));
  const beforeLoan = { ...borrower, available: 0, leased: 0 };
  const reads: object[][] = [[lender, beforeLoan]];
  const send = async (command: PutCommand) => {
    const Items = (command as object) instanceof QueryCommand ? reads.shift() : undefined;
    return Items ? { Items } : client.send(command);
  };
  const late: typeof client = Object.assign(Object.create(client), { send });
  const wallets = createDynamoDbWalletStore({ client: late, tableName });
  await expect(wallets.book(buildLedgerEntry({ userId, amount: -60 }))).resolves.toBe('booked');
  expect(reads).toEqual([]);
  await expect(wallets.get(userId)).resolves.toEqual({ balance: 40, available: 40 });
  await expect(wallets.book(buildLedgerEntry({ id: 2, userId, amount: -41 }))).resolves.toBe('refused');
});
