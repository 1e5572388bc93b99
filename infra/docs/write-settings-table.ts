import { resolve } from 'node:path';
import { writePart } from '#infra/docs/generated-part.ts';
import { settingsTable, wireTable } from '#infra/docs/settings-table.ts';

const page = resolve(import.meta.dirname, '../../docs/assistant-settings.md');
await writePart(page, 'settings', settingsTable());
await writePart(page, 'wire', wireTable());
