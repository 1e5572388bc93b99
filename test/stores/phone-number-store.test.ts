import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createDynamoDbPhoneNumberStore, PhoneNumberItem } from '#shared/numbers/phone-number.ts';
import { adapters } from '#test/stores/adapters.ts';
import { buildPhoneNumber } from '#test/support/builders.ts';
import { createMemoryPhoneNumberStore } from '#test/support/memory/accounts.ts';

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

    it('does not remove a number that an assistant has taken since it was read', async () => {
      const store = create();
      const number = buildPhoneNumber({ userId: 12, id: 1006, phoneNumber: '+12025550208', inboundAssistantId: 2001 });
      await store.add(number);
      await expect(store.remove({ ...number, inboundAssistantId: null })).resolves.toBe('not_found');
      await expect(store.get(12, 1006)).resolves.toEqual(number);
      await expect(store.remove(number)).resolves.toBe('removed');
      await expect(store.findByNumber('+12025550208')).resolves.toBeUndefined();
    });

    it('moves a number to another carrier account, and creates none', async () => {
      const store = create();
      await store.add(buildPhoneNumber({ userId: 6, id: 1004, phoneNumber: '+12025550207' }));
      await store.moveTo({ userId: 6, id: 1004 }, 'second');
      await expect(store.get(6, 1004)).resolves.toMatchObject({ carrierAccount: 'second' });
      await store.moveTo({ userId: 6, id: 1005 }, 'second');
      await expect(store.get(6, 1005)).resolves.toBeUndefined();
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

it('a number of an earlier release belongs to the default carrier account', () => {
  const { carrierAccount: _, ...stored } = buildPhoneNumber();
  expect(v.parse(PhoneNumberItem, stored)).toMatchObject({ carrierAccount: 'default' });
});
