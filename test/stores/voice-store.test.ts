import { describe, expect, it } from 'vitest';
import { createDynamoDbVoiceStore } from '#shared/catalog/dynamodb-voice-store.ts';
import { createMemoryVoiceStore } from '#test/support/memory/accounts.ts';
import type { Voice } from '#shared/catalog/voices.ts';
import { adapters } from '#test/stores/adapters.ts';

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
    it('returns what was added', async () => {
      const store = create();
      await expect(store.add(1, buildVoice())).resolves.toBe('added');
      await expect(store.list(1)).resolves.toEqual([buildVoice()]);
    });

    it('refuses an id that the user has, and keeps the first voice', async () => {
      const store = create();
      await store.add(2, buildVoice());
      await expect(store.add(2, buildVoice({ name: 'Second' }))).resolves.toBe('id_taken');
      await expect(store.list(2)).resolves.toEqual([buildVoice()]);
    });

    it('hides a voice from every other user', async () => {
      const store = create();
      await store.add(3, buildVoice());
      await expect(store.list(4)).resolves.toEqual([]);
    });

    it('lists the oldest first', async () => {
      const store = create();
      for (const id of [5020, 503, 5001]) await store.add(5, buildVoice({ id }));
      const ids = (await store.list(5)).map((voice) => voice.id);
      expect(ids).toEqual([503, 5001, 5020]);
    });
  },
);
