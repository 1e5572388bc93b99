import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { canaryTable } from '#infra/generate/alarms/simulate-canary.ts';
import { clientFiles } from '#infra/generate/contribute/client-files.ts';
import { formatted, type GeneratedFile } from '#infra/generate/contribute/formatted.ts';
import { costTable, regionTable } from '#infra/generate/costs/cost-table.ts';
import { numberKindTable } from '#infra/generate/destinations/number-kinds.ts';
import { alarmTable } from '#infra/generate/docs/alarm-table.ts';
import { decisionsTable } from '#infra/generate/docs/decisions-table.ts';
import { failureTable } from '#infra/generate/docs/failure-table.ts';
import { floorsTable, infraFloorsTable } from '#infra/generate/docs/floors-table.ts';
import { limitParts } from '#infra/generate/docs/limits-table.ts';
import { settingsTable, wireTable } from '#infra/generate/docs/settings-table.ts';
import { statusDiagram } from '#infra/generate/docs/status-diagram.ts';
import { storedSettingsSource } from '#infra/generate/docs/stored-settings.ts';
import { studioSettingsSource } from '#infra/generate/docs/studio-settings.ts';
import { withFloorRules } from '#infra/generate/floors/floors.ts';
import { capacityParts } from '#infra/generate/limits/simulation-report.ts';
import { numberGroups } from '#infra/generate/number-groups/number-groups.ts';
import { openApiDocument } from '#infra/generate/openapi/openapi-document.ts';
import { openApiText } from '#infra/generate/openapi/openapi-file.ts';
import { timeZoneTable } from '#infra/generate/time-zones/time-zone-table.ts';
import { replacePart } from '#infra/text/generated-part.ts';
import { attemptsTable } from '#infra/text/retry-schedule.ts';

const root = resolve(import.meta.dirname, '../../..');

const STUDIO_SETTINGS = 'clients/studio/src/assistants/setting-rows.json';

const LINT = '.oxlintrc.json';

const NUMBER_KINDS = 'shared/destinations/number-kinds.json';
const NUMBER_GROUPS = 'shared/conversations/number-groups.json';

const TIME_ZONES = 'shared/catalog/time-zones.json';

const STORED_SETTINGS = 'shared/assistants/stored-settings.ts';

/** Every committed file that is written from the code, in whole or in a marked part. */
export const generatedFiles: readonly GeneratedFile[] = [
  { path: 'shared/openapi/openapi.json', render: async () => openApiText(await openApiDocument()) },
  ...clientFiles,
  {
    path: LINT,
    render: async () => {
      const config = JSON.parse(await readFile(resolve(root, LINT), 'utf8'));
      return formatted(LINT, JSON.stringify(withFloorRules(config)));
    },
  },
  { path: NUMBER_KINDS, render: async () => formatted(NUMBER_KINDS, JSON.stringify(numberKindTable())) },
  { path: NUMBER_GROUPS, render: async () => numberGroups() },
  { path: TIME_ZONES, render: async () => timeZoneTable() },
  { path: STORED_SETTINGS, render: async () => formatted(STORED_SETTINGS, storedSettingsSource()) },
  {
    path: STUDIO_SETTINGS,
    render: async () => formatted(STUDIO_SETTINGS, studioSettingsSource(await openApiDocument())),
  },
  {
    path: 'docs/assistant-settings.md',
    render: () => renderParts('docs/assistant-settings.md', { settings: settingsTable(), wire: wireTable() }),
  },
  {
    path: 'docs/runbooks/README.md',
    render: () => renderParts('docs/runbooks/README.md', { alarms: alarmTable(), failures: failureTable() }),
  },
  {
    path: 'docs/architecture.md',
    render: () =>
      renderParts('docs/architecture.md', {
        floors: floorsTable(),
        'infra-floors': infraFloorsTable(),
        'call-statuses': statusDiagram(),
      }),
  },
  { path: 'docs/webhooks.md', render: () => renderParts('docs/webhooks.md', { attempts: attemptsTable() }) },
  {
    path: 'docs/guide.md',
    render: () => renderParts('docs/guide.md', { costs: costTable(), 'costs-by-region': regionTable() }),
  },
  { path: 'docs/limits.md', render: () => renderParts('docs/limits.md', limitParts()) },
  { path: 'docs/capacity.md', render: () => renderParts('docs/capacity.md', capacityParts()) },
  {
    path: 'docs/decisions/0073-alarms-and-canaries.md',
    render: () => renderParts('docs/decisions/0073-alarms-and-canaries.md', { canaries: canaryTable() }),
  },
  {
    path: 'docs/decisions/README.md',
    render: async () =>
      renderParts('docs/decisions/README.md', { decisions: await decisionsTable(resolve(root, 'docs/decisions')) }),
  },
  {
    path: 'test/api/README.md',
    // The page is written from the tests, which only this development tool may import.
    render: async () => (await import('#test/api/page/render-page.ts')).renderPage(),
  },
];

async function renderParts(path: string, parts: Record<string, string>): Promise<string> {
  const page = await readFile(resolve(root, path), 'utf8');
  return formatted(
    path,
    Object.entries(parts).reduce((text, [part, content]) => replacePart(text, part, content), page),
  );
}
