import { createHmac } from 'node:crypto';
import type { SeededUser } from '#infra/local/address/stack-address.ts';
import { issueToken, createAccessToken, hashAccessToken } from '#shared/accounts/access-tokens.ts';
import { MICROS_PER_UNIT, toDecimal, type Micros } from '#shared/accounts/account.ts';
import { createDynamoDbTokenStore } from '#shared/accounts/dynamodb-token-store.ts';
import { createDynamoDbUserStore } from '#shared/accounts/dynamodb-user-store.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import { createUser, topUp } from '#shared/accounts/users.ts';
import { webhookSecret } from '#shared/accounts/webhook-secrets.ts';
import { createDynamoDbCampaignStore } from '#shared/campaigns/dynamodb-campaign-stores.ts';
import { createDraftCampaign } from '#shared/campaigns/manage-campaigns.ts';
import { addNumber } from '#shared/numbers/manage-numbers.ts';
import {
  createDynamoDbPhoneNumberStore,
  isSubscriptionActive,
  type PhoneNumberType,
} from '#shared/numbers/phone-number.ts';
import { createSystemClock } from '#shared/platform/clock.ts';
import { createRandomIds, type IdSource } from '#shared/platform/ids.ts';
import type { Table } from '#shared/platform/table/table.ts';

interface SeedOptions {
  table: Table;
  /** The secret `webhook-signing-key`. */
  signingKey: string;
  /** Demo tokens are derived from this, so that they are the same on every start. */
  tokenSeed: string;
  now?: number;
}

type SeedDeps = ReturnType<typeof createDeps>;

/**
 * Creates the missing demo accounts with the operations of the admin command line, and returns all of them. Every step
 * checks first, so that the next start completes an interrupted one.
 */
export async function seed(options: SeedOptions): Promise<SeededUser[]> {
  const deps = createDeps(options);
  const seeded: SeededUser[] = [];
  // One after the other: the ids of users are assigned in order.
  for (const user of seedUsers) {
    if ((await deps.users.get(user.id))?.deletedAt !== undefined) continue;
    const token = createAccessToken(createHmac('sha256', options.tokenSeed).update(`token:${user.id}`).digest());
    await seedUser(user, token, deps);
    seeded.push(await describeUser(user.id, token, options.signingKey, deps));
  }
  return seeded;
}

function createDeps({ table, now = Date.now() }: SeedOptions) {
  const clock = { ...createSystemClock(() => 1), now: () => now };
  return {
    users: createDynamoDbUserStore(table),
    wallets: createDynamoDbWalletStore(table),
    tokens: createDynamoDbTokenStore(table),
    phoneNumbers: createDynamoDbPhoneNumberStore(table),
    campaigns: createDynamoDbCampaignStore(table),
    clock,
    ids: createRandomIds(clock),
  };
}

async function seedUser(user: SeedUser, token: string, deps: SeedDeps): Promise<void> {
  const { id: userId, balance } = user;
  if (!(await deps.users.get(userId))) {
    const created = await createUser({ name: user.name }, deps);
    if (created.id !== userId) throw new Error(`the demo user ${userId} got the id ${created.id}`);
  }
  if (!(await deps.tokens.findByHash(hashAccessToken(token)))) {
    await issueToken({ userId, name: 'demo', expiresAt: null, token }, deps);
  }
  // Booking the entry of the same id again changes nothing.
  if (balance > 0) await topUp({ userId, amount: balance, note: 'demo' }, { ...deps, ids: fixedId(deps.ids, userId) });
  for (const { id, ...number } of user.numbers) {
    if (await deps.phoneNumbers.get(userId, id)) continue;
    await addNumber({ userId, ...number }, { ...deps, ids: fixedId(deps.ids, id) });
  }
  for (const { id, name } of user.campaigns) {
    if (await deps.campaigns.get(userId, id)) continue;
    await createDraftCampaign({ userId, name }, { ...deps, ids: fixedId(deps.ids, id) });
  }
}

function fixedId(ids: IdSource, id: number): IdSource {
  return { ...ids, recordId: () => id };
}

async function describeUser(userId: number, token: string, signingKey: string, deps: SeedDeps): Promise<SeededUser> {
  const [user, wallet, numbers, campaigns] = await Promise.all([
    deps.users.get(userId),
    deps.wallets.get(userId),
    deps.phoneNumbers.list(userId),
    deps.campaigns.list(userId),
  ]);
  if (!user || !wallet) throw new Error(`the demo user ${userId} is incomplete`);
  return {
    id: userId,
    name: user.name,
    token,
    balance: toDecimal(wallet.balance),
    webhook_secret: webhookSecret(signingKey, userId, user.webhookSecretVersions[0] ?? 1),
    phone_numbers: numbers.map((number) => ({
      id: number.id,
      phone_number: number.phoneNumber,
      type_label: number.type,
      sms_capable: number.smsCapable,
      subscription_active: isSubscriptionActive(number, deps.clock.now()),
    })),
    campaigns: campaigns.map(({ id, name }) => ({ id, name })),
  };
}

interface SeedNumber {
  id: number;
  phoneNumber: string;
  type: PhoneNumberType;
  smsCapable: boolean;
  subscriptionExpiresAt: number | null;
}

interface SeedUser {
  id: number;
  name: string;
  balance: Micros;
  numbers: SeedNumber[];
  campaigns: Array<{ id: number; name: string }>;
}

const normal = (id: number, changes: Partial<SeedNumber> = {}): SeedNumber => ({
  id,
  // 0100 to 0199 of this exchange are the simulated callees.
  phoneNumber: `+120255500${String(id).padStart(2, '0')}`,
  type: 'Normal',
  smsCapable: false,
  subscriptionExpiresAt: null,
  ...changes,
});

/** The accounts of a fresh local stack. The ids are fixed and small, so that sample events can name them. */
const seedUsers: readonly SeedUser[] = [
  {
    id: 1,
    name: 'Northwind Dental',
    balance: 100 * MICROS_PER_UNIT,
    numbers: [
      normal(1, { smsCapable: true }),
      normal(2),
      normal(3, { type: 'SIP' }),
      normal(4, { type: 'Caller ID' }),
      normal(5, { smsCapable: true, subscriptionExpiresAt: Date.UTC(2025, 11, 31) }),
    ],
    campaigns: [{ id: 1, name: 'Check-up reminders' }],
  },
  {
    id: 2,
    name: 'Riverside Motors',
    balance: 100 * MICROS_PER_UNIT,
    numbers: [normal(6, { smsCapable: true })],
    campaigns: [{ id: 2, name: 'Test drives' }],
  },
  { id: 3, name: 'Empty Pockets', balance: 0, numbers: [normal(7, { smsCapable: true })], campaigns: [] },
];
