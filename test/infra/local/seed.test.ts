import { beforeAll, describe, expect, it } from 'vitest';
import { seed, type SeededUser } from '#infra/local/seed.ts';
import { createDynamoDbPhoneNumberStore } from '#shared/numbers/dynamodb-phone-number-store.ts';
import { createDynamoDbTokenStore } from '#shared/accounts/dynamodb-token-store.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet-store.ts';
import { authenticate } from '#shared/accounts/access-tokens.ts';
import { sumOf } from '#shared/accounts/account.ts';
import { selectCallerId } from '#shared/numbers/phone-number.ts';
import { webhookSecret } from '#shared/webhooks/webhook.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { useTable } from '#test/support/table.ts';

const emulated = useTable();
const clock = createFixedClock();
const table = () => ({ client: emulated.client(), tableName: emulated.tableName });
const start = (changes: { tokenSeed?: string } = {}) =>
  seed({ table: table(), signingKey: 'key', tokenSeed: 'seed', now: clock.now(), ...changes });

describe('seed of the local stack', () => {
  let users: SeededUser[] = [];
  beforeAll(async () => {
    users = await start();
  });

  it('makes the three users of the ready file', () => {
    const shape = users.map((user) => ({
      id: user.id,
      balance: user.balance,
      numbers: user.phone_numbers.map((number) => [number.id, number.type_label, number.sms_capable]),
      campaigns: user.campaigns.length,
    }));
    expect(shape).toEqual([
      {
        id: 1,
        balance: 100,
        numbers: [
          [1, 'Normal', true],
          [2, 'Normal', false],
          [3, 'SIP', false],
          [4, 'Caller ID', false],
          [5, 'Normal', true],
        ],
        campaigns: 1,
      },
      { id: 2, balance: 100, numbers: [[6, 'Normal', true]], campaigns: 1 },
      { id: 3, balance: 0, numbers: [[7, 'Normal', true]], campaigns: 0 },
    ]);
  });

  it('gives one number of user 1 a subscription that has ended', () => {
    const ended = users.flatMap((user) => user.phone_numbers).filter((number) => !number.subscription_active);
    expect(ended.map((number) => number.id)).toEqual([5]);
  });

  it('keeps clear of the simulated callees', () => {
    const numbers = users.flatMap((user) => user.phone_numbers.map((number) => number.phone_number));
    expect(numbers.filter((number) => /^\+120255501\d\d$/.test(number))).toEqual([]);
    expect(new Set(numbers).size).toBe(7);
  });

  it('lets user 1 call from the first Normal number', async () => {
    const numbers = await createDynamoDbPhoneNumberStore(table()).list(1);
    expect(selectCallerId(null, numbers, clock.now())?.id).toBe(1);
  });

  it('gives tokens that let their users in, and the secret that signs their webhooks', async () => {
    const tokens = createDynamoDbTokenStore(table());
    for (const user of users) {
      const authorization = `Bearer ${user.token}`;
      await expect(authenticate({ authorization }, { tokens, clock })).resolves.toBe(user.id);
      expect(user.webhook_secret).toBe(webhookSecret('key', user.id, 1));
    }
  });

  it('finds everything there on the next start', async () => {
    const withoutBalance = (user: SeededUser) => ({ ...user, balance: undefined });
    expect((await start()).map(withoutBalance)).toEqual(users.map(withoutBalance));
    const ledger = await createDynamoDbWalletStore(table()).ledger(1);
    expect(ledger).toHaveLength(1);
  });

  it('shows the balance as it is now', async () => {
    const wallets = createDynamoDbWalletStore(table());
    const entry = {
      id: 99,
      userId: 2,
      amount: -1_500_000,
      kind: 'call' as const,
      reference: '1',
      createdAt: clock.now(),
    };
    await wallets.book(entry);
    expect((await start())[1]?.balance).toBe(98.5);
    expect(sumOf(await wallets.ledger(2))).toBe(98_500_000);
  });

  it('issues new tokens when the secrets file was lost', async () => {
    const [user] = await start({ tokenSeed: 'another seed' });
    expect(user?.token).not.toBe(users[0]?.token);
    const authorization = `Bearer ${user?.token}`;
    const tokens = createDynamoDbTokenStore(table());
    await expect(authenticate({ authorization }, { tokens, clock })).resolves.toBe(1);
  });
});
