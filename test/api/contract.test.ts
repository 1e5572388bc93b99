import { beforeAll, describe, expect, it } from 'vitest';
import { manifest } from '#shared/manifest/manifest.ts';
import { tables } from '#test/api/tables.ts';
import { createWorlds, type Worlds } from '#test/api/world.ts';
import { useLocalStack } from '#test/support/local-stack.ts';

const running = useLocalStack();
let worlds: Worlds;
beforeAll(async () => {
  worlds = await createWorlds(running().baseUrl);
});

describe.each(tables)('$title', ({ rows }) => {
  // Whole sentences: what a title takes from a field by its name is cut short.
  it.each(rows.map((row) => [`${row.endpoint}: ${row.sentence}`, row] as const))(
    '%s',
    async (_, { check, isFresh }) => {
      expect.hasAssertions();
      await check(isFresh ? await worlds.fresh() : worlds.shared());
    },
  );
});

describe('the table', () => {
  const rows = tables.flatMap((table) => table.rows);

  it('has a row for every endpoint of the contract, and for no other', () => {
    const endpoints = manifest
      .filter((row) => row.kind === 'http')
      .filter(({ auth }) => auth !== 'none')
      .flatMap(({ method, otherMethod, path }) =>
        [method, ...(otherMethod ? [otherMethod] : [])].map((one) => `${one} ${path}`),
      );
    expect(new Set(rows.map(({ endpoint }) => endpoint))).toEqual(new Set(endpoints));
  });

  it('says every sentence of an endpoint once', () => {
    const names = rows.map(({ endpoint, sentence }) => `${endpoint}: ${sentence}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
