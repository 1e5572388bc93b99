import { alarms } from '#infra/cloud/alarms/alarms.ts';
import { markdownTable } from '#infra/text/markdown-table.ts';

/** Which alarm leads to which runbook. */
export function alarmTable(): string {
  const rows = alarms.map(({ id, failure, runbook }) => [
    `\`${id}\``,
    failure,
    `[${runbook.slice(0, -3)}](${runbook})`,
  ]);
  return markdownTable(['alarm', 'what users lose', 'runbook'], rows);
}
