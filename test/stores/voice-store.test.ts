import { describe, expect, it } from 'vitest';
import { createDynamoDbVoiceStore, type Voice } from '#shared/catalog/voices.ts';
import { adapters } from '#test/stores/adapters.ts';
import { createMemoryVoiceStore } from '#test/support/memory/accounts.ts';

function buildVoice(changes: Partial<Voice> = {}): Voice {
  return {
    id: 5001,
    name: 'My voice',
    mode: 'pipeline',
    provider: 'ElevenLabs',
    providerVoice: 'abc123',
    ...changes,
  };
}

describe.each(adapters(() => createMemoryVoiceStore(), createDynamoDbVoiceStore))(
  'voice store on $adapter',
  ({ create }) => {
    it('refuses an id that the user has, and keeps the first voice', async () => {
      const store = create();
      await store.add(2, buildVoice());
      await expect(store.add(2, buildVoice({ name: 'Second' }))).resolves.toBe('id_taken');
      await expect(store.list(2)).resolves.toEqual([buildVoice()]);
    });

    it('lists the voices of a user alone, the oldest first', async () => {
      const store = create();
      for (const id of [5020, 503, 5001]) await expect(store.add(5, buildVoice({ id }))).resolves.toBe('added');
      await expect(store.list(5)).resolves.toEqual([503, 5001, 5020].map((id) => buildVoice({ id })));
      await expect(store.list(4)).resolves.toEqual([]);
    });
  },
);
