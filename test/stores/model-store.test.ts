import { describe, expect, it } from 'vitest';
import { createDynamoDbModelStore, createModelList, builtInModels, type ModelEntry } from '#shared/catalog/models.ts';
import { adapters, emptyTable } from '#test/stores/adapters.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { createMemoryModelStore } from '#test/support/memory/models.ts';
import { useTable } from '#test/support/table.ts';

const own: ModelEntry = { id: 1001, name: 'own', mode: 'pipeline', provider: 'openai', providerModel: 'llama3.3' };
const table = useTable();

describe.each(adapters(() => createMemoryModelStore(), createDynamoDbModelStore, table))(
  'model store on $adapter',
  ({ create }) => {
    it('adds a model once, and replaces it with what an operator changed', async () => {
      await emptyTable(table);
      const store = create();
      const retired = { ...own, reasoning: 'low', retiresOn: '2027-03-01', successorId: 12 } as const;
      await expect(store.add(own)).resolves.toBe('added');
      await expect(store.add({ ...own, name: 'other' })).resolves.toBe('id_taken');
      await store.replace(retired);
      await store.add({ ...own, id: 1002, name: 'second' });
      await expect(store.list()).resolves.toEqual([retired, { ...own, id: 1002, name: 'second' }]);
    });
  },
);

describe('the list of models', () => {
  it('is read once a minute, and kept while the table does not answer', async () => {
    const clock = createFixedClock();
    let reads = 0;
    let stored: ModelEntry[] | undefined = [own];
    const list = createModelList(
      {
        async list() {
          reads += 1;
          if (!stored) throw new Error('table down');
          return stored;
        },
      },
      clock,
    );
    const names = async () => (await list()).map(({ name }) => name);
    await Promise.all([list(), list()]);
    stored = [];
    await expect(names()).resolves.toContain('own');
    expect(reads).toBe(1);
    clock.move(60_000);
    await expect(names()).resolves.not.toContain('own');
    stored = undefined;
    clock.move(60_000);
    await expect(list()).resolves.toHaveLength(builtInModels.length);
    expect(reads).toBe(3);
  });

  it('has the own models among those of their mode, and a changed one in its place', async () => {
    const retired = { ...builtInModels[0]!, retiresOn: '2026-01-01' };
    const models = await createModelList(createMemoryModelStore([retired, own]), createFixedClock())();
    expect(models[0]).toEqual(retired);
    expect(models.find(({ id }) => id === 1001)).toEqual(own);
    expect(models.findLastIndex(({ mode }) => mode === 'pipeline')).toBeLessThan(
      models.findIndex(({ mode }) => mode === 'multimodal'),
    );
  });
});
