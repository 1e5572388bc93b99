import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { writePart } from '#infra/docs/generated-part.ts';
import { settingsTable, wireTable } from '#infra/docs/settings-table.ts';
import { storedSettingsSource } from '#infra/docs/stored-settings.ts';

const root = resolve(import.meta.dirname, '../..');
const page = resolve(root, 'docs/assistant-settings.md');
const stored = resolve(root, 'shared/assistants/stored-settings.ts');

await writePart(page, 'settings', settingsTable());
await writePart(page, 'wire', wireTable());
writeFileSync(stored, storedSettingsSource());
execFileSync(resolve(root, 'node_modules/.bin/oxfmt'), [stored]);
