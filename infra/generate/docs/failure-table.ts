import { alarms } from '#infra/cloud/alarms/alarms.ts';
import { failures, type Failure } from '#infra/cloud/alarms/failures.ts';
import { markdownTable } from '#infra/text/markdown-table.ts';

/** The failures that a test injects, with the alarms that ring and their pages. */
export function failureTable(): string {
  const all: readonly Failure[] = Object.values(failures);
  const rows = all.map(({ what, rings, ofAws }) => [
    ofAws ? `${what} *` : what,
    rings.map((id) => `\`${id}\``).join(', ') || 'none',
    [...new Set(rings.map(pageOf))].map((page) => `[${page.slice(0, -3)}](${page})`).join(', '),
  ]);
  return markdownTable(['failure', 'alarm', 'page'], rows);
}

function pageOf(id: string): string {
  const alarm = alarms.find((one) => one.id === id);
  if (!alarm) throw new Error(`there is no alarm ${id}`);
  return alarm.runbook;
}
