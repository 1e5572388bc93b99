import { describe, expect, it } from 'vitest';
import { createDynamoDbPhoneNumberStore } from '#shared/numbers/dynamodb-phone-number-store.ts';
import { createMemoryPhoneNumberStore } from '#test/support/memory/accounts.ts';
import { buildPhoneNumber } from '#test/support/builders.ts';
import { adapters } from '#test/stores/adapters.ts';

describe.each(adapters(() => createMemoryPhoneNumberStore(), createDynamoDbPhoneNumberStore))(
  'phone number store on $adapter',
  ({ create }) => {
    it('returns what was added', async () => {
      const store = create();
      const number = buildPhoneNumber({ userId: 1 });
      await expect(store.add(number)).resolves.toBe('added');
      await expect(store.get(1, number.id)).resolves.toEqual(number);
    });

    it('hides a number from every other user', async () => {
      const store = create();
      await store.add(buildPhoneNumber({ userId: 2, phoneNumber: '+12025550201' }));
      await expect(store.get(3, 1001)).resolves.toBeUndefined();
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

    it('lists the oldest first', async () => {
      const store = create();
      await store.add(buildPhoneNumber({ userId: 6, id: 20, phoneNumber: '+12025550204' }));
      await store.add(buildPhoneNumber({ userId: 6, id: 3, phoneNumber: '+12025550203' }));
      const ids = (await store.list(6)).map((number) => number.id);
      expect(ids).toEqual([3, 20]);
    });
  },
);
