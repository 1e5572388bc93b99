import { beforeAll, describe, expect, it } from 'vitest';
import type { SeededUser } from '#infra/local/address/stack-address.ts';
import { seed } from '#infra/local/compose/seed.ts';
import { authenticate } from '#shared/accounts/authenticate.ts';
import { createDynamoDbTokenStore } from '#shared/accounts/dynamodb-token-store.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import { webhookSecret } from '#shared/accounts/webhook-secrets.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { useTable } from '#test/support/table.ts';

const emulated = useTable();
const clock = createFixedClock();
const table = () => ({ client: emulated.client(), tableName: emulated.tableName });
const start = (tokenSeed = 'seed') => seed({ table: table(), signingKey: 'key', tokenSeed, now: clock.now() });
const login = ({ token }: SeededUser) =>
  authenticate({ authorization: `Bearer ${token}` }, { tokens: createDynamoDbTokenStore(table()), clock });

describe('seed of the local stack', () => {
  let users: SeededUser[] = [];
  beforeAll(async () => {
    users = await start();
  });

  it('makes the three users of the ready file, with the secrets that sign their webhooks', () => {
    const shape = users.map(({ id, balance, campaigns, phone_numbers: numbers, webhook_secret: secret }) => ({
      user: { id, balance, campaigns: campaigns.length, signs: secret === webhookSecret('key', id, 1) },
      numbers: numbers.map((one) => [one.id, one.type_label, one.sms_capable, one.subscription_active]),
    }));
    expect(shape).toEqual([
      {
        user: { id: 1, balance: 100, campaigns: 1, signs: true },
        numbers: [
          [1, 'Normal', true, true],
          [2, 'Normal', false, true],
          [3, 'SIP', false, true],
          [4, 'Caller ID', false, true],
          [5, 'Normal', true, false],
        ],
      },
      { user: { id: 2, balance: 100, campaigns: 1, signs: true }, numbers: [[6, 'Normal', true, true]] },
      { user: { id: 3, balance: 0, campaigns: 0, signs: true }, numbers: [[7, 'Normal', true, true]] },
    ]);
  });

  it('keeps clear of the simulated callees', () => {
    const numbers = users.flatMap((user) => user.phone_numbers.map((number) => number.phone_number));
    expect(numbers.filter((number) => /^\+120255501\d\d$/.test(number))).toEqual([]);
    expect(new Set(numbers).size).toBe(7);
  });

  it('finds everything there on the next start, and shows the balance as it is now', async () => {
    const wallets = createDynamoDbWalletStore(table());
    const entry = { id: 99, userId: 2, amount: -1_500_000, reference: '1', createdAt: clock.now() };
    await wallets.book({ ...entry, kind: 'call' });
    const [first, second, third] = users;
    expect(await start()).toEqual([first, { ...second, balance: 98.5 }, third]);
    expect(await wallets.ledger(1)).toHaveLength(1);
  });

  it('issues new tokens when the secrets file was lost', async () => {
    const [user] = await start('another seed');
    expect(user?.token).not.toBe(users[0]?.token);
    expect([await login(users[0]!), await login(user!)]).toMatchObject([{ userId: 1 }, { userId: 1 }]);
  });
});
