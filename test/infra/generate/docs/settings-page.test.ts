import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { settingsTable, wireTable } from '#infra/generate/docs/settings-table.ts';
import { storedSettingsSource } from '#infra/generate/docs/stored-settings.ts';

const root = resolve(import.meta.dirname, '../../../..');

it('the tables of settings are fresh: npm run generate writes them', async () => {
  const text = await readFile(resolve(root, 'docs/assistant-settings.md'), 'utf8');
  expect(text).toContain(settingsTable());
  expect(text).toContain(wireTable());
});

it('the stored settings are fresh: npm run generate writes them', async () => {
  const text = await readFile(resolve(root, 'shared/assistants/stored-settings.ts'), 'utf8');
  expect(unformatted(text)).toBe(unformatted(storedSettingsSource()));
});

/** The formatter decides on line breaks, trailing commas and quotes of keys. */
function unformatted(source: string): string {
  return source
    .replaceAll(/\s/g, '')
    .replaceAll(/,(?=[)\]}])/g, '')
    .replaceAll(/["']/g, '');
}
