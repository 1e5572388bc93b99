import { describe, expect, it } from 'vitest';
import { accountStoreAdapters } from '#test/stores/account-stores.ts';
import { buildUser } from '#test/support/builders.ts';
import { useTable } from '#test/support/table.ts';

describe.each(accountStoreAdapters(useTable()))('user store on $adapter', ({ create }) => {
  async function setup() {
    const stores = create();
    const { id: _, ...account } = buildUser();
    return { ...stores, account, user: await stores.users.create(account) };
  }

  it('assigns a new user the next id and an empty wallet', async () => {
    const { users, wallets, user, account } = await setup();
    const next = await users.create({ ...account, email: 'ops@example.com' });
    expect(next).toEqual({ ...account, email: 'ops@example.com', id: user.id + 1 });
    await expect(users.get(next.id)).resolves.toEqual(next);
    await expect(wallets.get(next.id)).resolves.toEqual({ balance: 0, available: 0 });
    expect((await users.list()).slice(-2)).toEqual([user, next]);
  });

  it('gives every one of ten users created at once an id of its own', async () => {
    const { users, account } = await setup();
    const created = await Promise.all(Array.from({ length: 10 }, () => users.create(account)));
    expect(new Set(created.map((user) => user.id)).size).toBe(10);
  });

  it('knows no user and no wallet that was not created', async () => {
    const { users, wallets, user } = await setup();
    await expect(users.get(user.id + 1)).resolves.toBeUndefined();
    await expect(wallets.get(user.id + 1)).resolves.toBeUndefined();
  });

  it('replaces the webhook secrets once for requests at the same time', async () => {
    const { users, user } = await setup();
    const next = { webhookSecretVersions: [2, 1], webhookSecretEnds: [{ version: 1, at: 5 }] };
    const replaced = await Promise.all([1, 2, 3].map(() => users.replaceWebhookSecrets(user, next)));
    expect(replaced.filter((one) => one !== undefined)).toEqual([{ ...user, ...next }]);
    await expect(users.get(user.id)).resolves.toEqual({ ...user, ...next });
  });

  it('reads a user of an older release, who has no default country', async () => {
    const { users, user } = await setup();
    expect(user.defaultCountry).toBeUndefined();
    await users.update(user.id, { defaultCountry: 'DE' });
    await expect(users.get(user.id)).resolves.toEqual({ ...user, defaultCountry: 'DE' });
  });

  it('changes the calls allowed, the address and the rates of a user, and of nobody unknown', async () => {
    const { users, user } = await setup();
    await users.setCallsAllowed(user.id, 50);
    await users.update(user.id, { email: 'ops@acme.example', smsPerSecond: 5 });
    const changes = { callsAllowed: 50, email: 'ops@acme.example', smsPerSecond: 5 };
    await expect(users.get(user.id)).resolves.toEqual({ ...user, ...changes });
    await expect(users.setCallsAllowed(user.id + 1, 50)).rejects.toThrow(/user|condition/i);
    await expect(users.update(user.id, {})).rejects.toThrow('an empty expression');
    await expect(users.get(user.id + 1)).resolves.toBeUndefined();
  });
});
