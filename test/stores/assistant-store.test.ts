import { describe, expect, it } from 'vitest';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { createDynamoDbAssistantStore } from '#shared/assistants/dynamodb-assistant-store.ts';
import { createDynamoDbPhoneNumberStore, type PhoneNumber } from '#shared/numbers/phone-number.ts';
import { adapters, newUserId } from '#test/stores/adapters.ts';
import { buildAssistant, buildPhoneNumber } from '#test/support/builders.ts';
import { createMemoryAssistantStore, createMemoryPhoneNumberStore } from '#test/support/memory/accounts.ts';

describe.each(
  adapters(
    () => {
      const numbers: PhoneNumber[] = [];
      return { store: createMemoryAssistantStore([], numbers), numbers: createMemoryPhoneNumberStore(numbers) };
    },
    (real) => ({ store: createDynamoDbAssistantStore(real), numbers: createDynamoDbPhoneNumberStore(real) }),
  ),
)('assistant store on $adapter', ({ create }) => {
  function setup() {
    const userId = newUserId();
    const { store, numbers } = create();
    const addNumber = (id: number) =>
      numbers.add(buildPhoneNumber({ id, userId, phoneNumber: `+1202${String(userId * 10 + id).padStart(7, '0')}` }));
    const build = (changes: Partial<Assistant> = {}) => buildAssistant({ userId, ...changes });
    const inbound = (changes: Partial<Assistant> = {}) => build({ type: 'inbound', phoneNumberId: 1, ...changes });
    const holderOf = async (numberId: number) => (await numbers.get(userId, numberId))?.inboundAssistantId;
    return { userId, store, addNumber, build, inbound, holderOf };
  }
  const next = (before: Assistant, changes: Partial<Assistant>): Assistant => ({
    ...before,
    ...changes,
    version: before.version + 1,
  });

  it('returns what was created', async () => {
    const { store, build, userId } = setup();
    const assistant = build({
      variables: { customer_name: 'Ada', constructor: 'a key', nested: { list: [1.5, null, true, { '': 1e300 }] } },
      tools: [{ type: 'end_call', data: { description: 'When all is said.' } }],
      minInterruptWords: 2,
    });
    await expect(store.create(assistant)).resolves.toBe('created');
    await expect(store.get(userId, assistant.id)).resolves.toEqual(assistant);
  });

  it('refuses an id that is taken, and leaves the first assistant alone', async () => {
    const { store, build, userId } = setup();
    await store.create(build());
    await expect(store.create(build({ name: 'Second' }))).resolves.toBe('id_taken');
    await expect(store.get(userId, 2001)).resolves.toMatchObject({ name: 'Reception' });
  });

  it('hides an assistant from every other user', async () => {
    const { store, build, userId } = setup();
    await store.create(build());
    await expect(store.get(userId + 1_000_000, 2001)).resolves.toBeUndefined();
    await expect(store.list(userId + 1_000_000, { page: 1, perPage: 10 })).resolves.toEqual({ rows: [], total: 0 });
    await expect(store.listWhole(userId + 1_000_000)).resolves.toEqual([]);
  });

  describe('numbers', () => {
    it('are held by an inbound assistant alone', async () => {
      const { store, addNumber, inbound, holderOf, userId } = setup();
      await addNumber(1);
      await expect(store.create(inbound({ id: 1 }))).resolves.toBe('created');
      await expect(store.create(inbound({ id: 2 }))).resolves.toBe('number_taken');
      await expect(store.get(userId, 2)).resolves.toBeUndefined();
      await expect(holderOf(1)).resolves.toBe(1);
    });

    it('go to one of two assistants created at once', async () => {
      const { store, addNumber, inbound } = setup();
      await addNumber(1);
      const outcomes = await Promise.all([1, 2, 3, 4].map((id) => store.create(inbound({ id }))));
      expect(outcomes.toSorted()).toEqual(['created', 'number_taken', 'number_taken', 'number_taken']);
    });

    it('are shared by outbound assistants', async () => {
      const { store, addNumber, build, holderOf } = setup();
      await addNumber(1);
      await expect(store.create(build({ id: 1, phoneNumberId: 1 }))).resolves.toBe('created');
      await expect(store.create(build({ id: 2, phoneNumberId: 1 }))).resolves.toBe('created');
      await expect(holderOf(1)).resolves.toBeNull();
    });

    it('are refused when the user does not have them', async () => {
      const { store, inbound } = setup();
      await expect(store.create(inbound({ phoneNumberId: 99 }))).resolves.toBe('number_taken');
    });

    it('move with an update', async () => {
      const { store, addNumber, inbound, holderOf } = setup();
      await addNumber(1);
      await addNumber(2);
      const before = inbound();
      await store.create(before);
      await expect(store.replace(before, next(before, { phoneNumberId: 2 }))).resolves.toBe('replaced');
      await expect(holderOf(1)).resolves.toBeNull();
      await expect(holderOf(2)).resolves.toBe(2001);
    });

    it('are taken and freed when the type changes', async () => {
      const { store, addNumber, build, holderOf } = setup();
      await addNumber(1);
      const outbound = build({ phoneNumberId: 1 });
      await store.create(outbound);
      const inbound = next(outbound, { type: 'inbound' });
      await store.replace(outbound, inbound);
      await expect(holderOf(1)).resolves.toBe(2001);
      await store.replace(inbound, next(inbound, { type: 'outbound' }));
      await expect(holderOf(1)).resolves.toBeNull();
    });

    it('stay where they are when an update asks for one that is held', async () => {
      const { store, addNumber, inbound, holderOf, userId } = setup();
      await addNumber(1);
      await addNumber(2);
      const before = inbound({ id: 1 });
      await store.create(before);
      await store.create(inbound({ id: 2, phoneNumberId: 2 }));
      await expect(store.replace(before, next(before, { phoneNumberId: 2, name: 'New' }))).resolves.toBe(
        'number_taken',
      );
      await expect(store.get(userId, 1)).resolves.toEqual(before);
      await expect(holderOf(1)).resolves.toBe(1);
      await expect(holderOf(2)).resolves.toBe(2);
    });

    it('are free again after the assistant is deleted', async () => {
      const { store, addNumber, inbound, holderOf } = setup();
      await addNumber(1);
      await store.create(inbound({ id: 1 }));
      await expect(store.delete(inbound({ id: 1 }))).resolves.toBe('deleted');
      await expect(holderOf(1)).resolves.toBeNull();
      await expect(store.create(inbound({ id: 2 }))).resolves.toBe('created');
    });
  });

  describe('replace', () => {
    it('lets one of many updates of the same version through', async () => {
      const { store, build, userId } = setup();
      const before = build();
      await store.create(before);
      const names = ['A', 'B', 'C', 'D', 'E'];
      const outcomes = await Promise.all(
        names.map((name) => store.replace(before, next(before, { name, systemPrompt: name }))),
      );
      expect(outcomes.filter((outcome) => outcome === 'replaced')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(4);
      const after = await store.get(userId, 2001);
      expect(after?.systemPrompt).toBe(after?.name);
      expect(after?.name).toBe(names[outcomes.indexOf('replaced')]);
    });
  });

  it('lists the copies of versions, newest first', async () => {
    const { store, build, userId } = setup();
    const first = build({ copiedVersion: 1, version: 1 });
    await store.create(first);
    await store.create(build({ id: 2002, copiedVersion: 1, version: 1 }));
    const second = { ...next(first, { name: 'B' }), copiedVersion: 2 };
    await store.replace(first, second);
    // A change that makes no copy.
    const third = next(second, { name: 'C' });
    await store.replace(second, third);
    await store.replace(third, { ...next(third, { name: 'D' }), copiedVersion: 4 });
    const names = async (page: { limit: number; before?: number }, of = userId) =>
      (await store.listVersions(of, 2001, page)).map(({ version, name }) => `${version} ${name}`);
    await expect(names({ limit: 10 })).resolves.toEqual(['4 D', '2 B', '1 Reception']);
    await expect(names({ limit: 1 })).resolves.toEqual(['4 D']);
    await expect(names({ limit: 10, before: 4 })).resolves.toEqual(['2 B', '1 Reception']);
    await expect(names({ limit: 10, before: 1 })).resolves.toEqual([]);
    await expect(names({ limit: 10 }, userId + 1_000_000)).resolves.toEqual([]);
  });

  describe('delete', () => {
    it('removes the assistant once', async () => {
      const { store, build, userId } = setup();
      const assistant = build();
      await store.create(assistant);
      await expect(store.delete(assistant)).resolves.toBe('deleted');
      await expect(store.get(userId, assistant.id)).resolves.toBeUndefined();
      await expect(store.delete(assistant)).resolves.toBe('conflict');
      await expect(store.replace(assistant, next(assistant, { name: 'Late' }))).resolves.toBe('conflict');
      await expect(store.get(userId, assistant.id)).resolves.toBeUndefined();
    });

    it('reports a conflict when the assistant was updated in between', async () => {
      const { store, build } = setup();
      const before = build();
      await store.create(before);
      await store.replace(before, next(before, { name: 'New' }));
      await expect(store.delete(before)).resolves.toBe('conflict');
    });
  });

  describe('switching off a webhook', () => {
    const url = 'https://hooks.example.com/calls';
    const other = 'https://other.example.com';

    it.each<[points: string, webhookUrl: string, inboundWebhookUrl: string, after: Partial<Assistant>]>([
      ['the post-call webhook', url, other, { isWebhookActive: false }],
      ['the inbound webhook', other, url, { inboundWebhookUrl: null }],
      ['both', url, url, { isWebhookActive: false, inboundWebhookUrl: null }],
      ['neither, as the URL was changed', other, other, {}],
    ])('works when the URL is that of %s', async (_, webhookUrl, inboundWebhookUrl, after) => {
      const { store, build, userId } = setup();
      const before = { isWebhookActive: true, webhookUrl, inboundWebhookUrl };
      await store.create(build(before));
      await store.switchOffWebhook(userId, 2001, url);
      await expect(store.get(userId, 2001)).resolves.toMatchObject({ ...before, ...after });
    });

    it('makes an update that has read the old state start over', async () => {
      const { store, build, userId } = setup();
      const before = build({ isWebhookActive: true, webhookUrl: url });
      await store.create(before);
      await store.switchOffWebhook(userId, 2001, url);
      await expect(store.replace(before, next(before, { name: 'New' }))).resolves.toBe('conflict');
    });

    it('is no error when the assistant is gone', async () => {
      const { store, userId } = setup();
      await expect(store.switchOffWebhook(userId, 2001, url)).resolves.toBeUndefined();
      await expect(store.get(userId, 2001)).resolves.toBeUndefined();
    });
  });

  describe('lists', () => {
    it('show the outbound assistants alone, newest first', async () => {
      const { store, build, userId } = setup();
      await store.create(build({ id: 1 }));
      await store.create(build({ id: 2, type: 'inbound' }));
      await store.create(build({ id: 3 }));
      const ids = (await store.listWhole(userId, 'outbound'))?.map((assistant) => assistant.id);
      expect(ids).toEqual([3, 1]);
    });

    it('go on across the pages of a megabyte that DynamoDB reads', async () => {
      const { store, build, userId } = setup();
      const systemPrompt = 'x'.repeat(200_000);
      for (let id = 1; id <= 7; id += 1) await store.create(build({ id, systemPrompt }));
      const { rows, total } = await store.list(userId, { page: 2, perPage: 4 });
      expect({ ids: rows.map((row) => row.id), total }).toEqual({ ids: [3, 2, 1], total: 7 });
    });
  });
});
