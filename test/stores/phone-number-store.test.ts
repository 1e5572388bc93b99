import { describe, expect, it } from 'vitest';
import { createDynamoDbPhoneNumberStore } from '#shared/numbers/dynamodb-phone-number-store.ts';
import { createMemoryPhoneNumberStore } from '#test/support/memory/accounts.ts';
import { buildPhoneNumber } from '#test/support/builders.ts';
import { adapters } from '#test/stores/adapters.ts';

describe.each(adapters(() => createMemoryPhoneNumberStore(), createDynamoDbPhoneNumberStore))(
  'phone number store on $adapter',
  ({ create }) => {
    it('returns what was added, the oldest first, to its user alone', async () => {
      const store = create();
      const [older, newer] = [3, 20].map((id) =>
        buildPhoneNumber({ id, userId: 1, phoneNumber: `+120255502${id + 10}` }),
      );
      for (const number of [newer!, older!]) await expect(store.add(number)).resolves.toBe('added');
      await expect(store.get(1, 20)).resolves.toEqual(newer);
      await expect(store.list(1)).resolves.toEqual([older, newer]);
      await expect(store.get(3, 20)).resolves.toBeUndefined();
      await expect(store.list(3)).resolves.toEqual([]);
    });

    it('refuses a number that is taken', async () => {
      const store = create();
      await store.add(buildPhoneNumber({ userId: 4, phoneNumber: '+12025550202' }));
      const outcome = await store.add(buildPhoneNumber({ userId: 5, id: 1002, phoneNumber: '+12025550202' }));
      expect(outcome).toBe('taken');
      await expect(store.list(5)).resolves.toEqual([]);
    });

    it('finds a number for its callers, whichever user has it', async () => {
      const store = create();
      const number = buildPhoneNumber({ userId: 8, id: 1003, phoneNumber: '+12025550205', inboundAssistantId: 2001 });
      await store.add(number);
      await store.add(buildPhoneNumber({ userId: 9, id: 1003, phoneNumber: '+12025550206' }));
      await expect(store.findByNumber('+12025550205')).resolves.toEqual(number);
      await expect(store.findByNumber('+1202555020')).resolves.toBeUndefined();
    });
  },
);
