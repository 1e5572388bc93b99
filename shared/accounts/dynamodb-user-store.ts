import { UserItem, type User, type UserStore } from '#shared/accounts/account.ts';
import { absent, expr, present } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, untilDecided, type Table } from '#shared/platform/table/table.ts';
import { transact, update, updateIf } from '#shared/platform/table/write.ts';

export function createDynamoDbUserStore(table: Table): UserStore {
  const partition = keys.user(0).pk;
  return {
    create: (user) =>
      untilDecided(async () => {
        const [newest] = await query(table, { partition, newestFirst: true, limit: 1 }, UserItem);
        const created = { id: (newest?.id ?? 0) + 1, ...user };
        const wallet = { ...keys.wallet(created.id), userId: created.id, balance: 0, available: 0 };
        const failed = await transact(table, [
          { put: { ...keys.user(created.id), ...created }, condition: absent },
          { put: wallet, condition: absent },
        ]);
        if (!failed.includes(0) && failed.length > 0) throw new Error(`user id ${created.id} is free but has a wallet`);
        // Otherwise another request took the id in between: the next attempt reads a higher one.
        return failed.length === 0 ? created : undefined;
      }),

    get: (userId) => read(table, keys.user(userId), UserItem),

    list: () => query(table, { partition }, UserItem),

    replaceWebhookSecrets: ({ id, webhookSecretVersions }, next) =>
      updateIf(table, keys.user(id), UserItem, {
        set: next,
        condition: expr`webhookSecretVersions = ${webhookSecretVersions}`,
      }),

    setCallsAllowed: (userId, callsAllowed) => change(table, userId, { callsAllowed }),

    update: (userId, changes) => change(table, userId, changes),

    setDestinations: (userId, destinations) => change(table, userId, destinations),

    async addCountry(userId, country) {
      const reachedCountries = new Set([country]);
      await update(table, keys.user(userId), { add: { reachedCountries }, condition: present });
    },

    async setSmsWebhook(userId, smsWebhookUrl, only) {
      if (only === undefined) return change(table, userId, { smsWebhookUrl });
      await update(table, keys.user(userId), { set: { smsWebhookUrl }, condition: { smsWebhookUrl: only } });
    },
  };
}

async function change(table: Table, userId: number, set: Partial<User>): Promise<void> {
  const isThere = await update(table, keys.user(userId), { set, condition: present });
  if (!isThere) throw new Error(`there is no user ${userId}`);
}
