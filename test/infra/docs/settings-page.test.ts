import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { settingsTable, wireTable } from '#infra/docs/settings-table.ts';

const page = resolve(import.meta.dirname, '../../../docs/assistant-settings.md');

it('the tables of settings are fresh: npm run settings writes them', async () => {
  const text = await readFile(page, 'utf8');
  expect(text).toContain(settingsTable());
  expect(text).toContain(wireTable());
});
