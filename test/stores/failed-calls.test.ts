import { describe, expect, it } from 'vitest';
import { createDynamoDbFailedCalls, type KeylessRequest } from '#shared/call-life/repeated-call.ts';
import { adapters, newUserId } from '#test/stores/adapters.ts';
import { createMemoryFailedCalls } from '#test/support/memory/dial-queue.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const failed = { callId: 193_108_377_600_002, failedAt: 1_782_835_200_000 };
const requestOf = (changes: Partial<KeylessRequest> = {}): KeylessRequest => ({
  userId: newUserId(),
  phoneNumber: '+12025550100',
  assistantId: 501,
  variables: { day: 1, note: 'Ä \ud800', list: [{ a: null }] },
  ...changes,
});

describe.each(adapters(createMemoryFailedCalls, createDynamoDbFailedCalls, table))(
  'the calls of failed requests on $adapter',
  ({ create }) => {
    it('are found by an equal request, in any order of its variables', async () => {
      const store = create();
      const request = requestOf();
      await expect(store.find(request)).resolves.toBeUndefined();
      await store.remember(request, failed);
      const { day, note, list } = request.variables;
      await expect(store.find({ ...request, variables: { list, note, day } })).resolves.toEqual(failed);
      const others = [
        { phoneNumber: '+12025550101' },
        { assistantId: 502 },
        { variables: {} },
        { userId: newUserId() },
      ];
      for (const other of others) await expect(store.find({ ...request, ...other })).resolves.toBeUndefined();
    });

    it('are those of the newest failure', async () => {
      const store = create();
      const request = requestOf();
      await store.remember(request, { callId: 1, failedAt: 1 });
      await store.remember(request, failed);
      await expect(store.find(request)).resolves.toEqual(failed);
    });
  },
);
