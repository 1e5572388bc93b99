import type { Alarm } from '#infra/cloud/alarms/alarm.ts';
import { alarms } from '#infra/cloud/alarms/alarms.ts';
import { alarmsOf } from '#infra/cloud/alarms/row-alarms.ts';
import { markdownTable } from '#infra/text/markdown-table.ts';
import { manifest } from '#shared/manifest/manifest.ts';

/** The alarms by their runbook, with the effect on users, and what is lost with each function that shares an alarm. */
export function alarmTable(): string {
  const groups = Map.groupBy(alarms, ({ runbook }) => runbook);
  return [...groups]
    .map(([runbook, group]) => {
      const rows = group.map(({ id, failure }) => [`\`${id}\``, failure]);
      const tables = [markdownTable(['alarm', 'loss'], rows), ...functionTable(group)];
      return `### [${runbook.slice(0, -3)}](${runbook})\n\n${tables.join('\n\n')}`;
    })
    .join('\n\n');
}

/** The functions whose first alarm is one of these, unless the alarm has the words of the function. */
function functionTable(group: readonly Alarm[]): string[] {
  const ids = group.map(({ id }) => id);
  const rows = manifest
    .filter((row) => row.kind !== 'schedule' && ids.includes(alarmsOf(row)[0] ?? ''))
    .map(({ id, failure }) => [`\`${id}\``, failure]);
  return rows.length === 0 ? [] : [markdownTable(['function', 'loss'], rows)];
}
