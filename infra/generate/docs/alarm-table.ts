import type { Alarm } from '#infra/cloud/alarms/alarm.ts';
import { alarms } from '#infra/cloud/alarms/alarms.ts';
import { markdownTable } from '#infra/text/markdown-table.ts';

/** The alarms by their runbook, with the effect on users. Those of one function that lead to the same page share a row. */
export function alarmTable(): string {
  const groups = Map.groupBy(alarms, ({ runbook }) => runbook);
  return [...groups]
    .map(([runbook, group]) => {
      const rows = [...Map.groupBy(group, subjectOf)].map(([subject, alike]) => [
        namesOf(subject, alike),
        lossOf(subject, alike),
      ]);
      return `### [${runbook.slice(0, -3)}](${runbook})\n\n${markdownTable(['alarm', 'loss'], rows)}`;
    })
    .join('\n\n');
}

const KINDS = /\/(?:late|stopped)$/;
const subjectOf = ({ id }: Alarm) => id.replace(KINDS, '');

/** `queue/send-sms/late`, `…/stopped`. */
function namesOf(subject: string, alike: readonly Alarm[]): string {
  return alike.map(({ id }, index) => `\`${index === 0 ? id : `…${id.slice(subject.length)}`}\``).join(', ');
}

/** The text of the function's own alarm: those of its queue say the same and more. */
function lossOf(subject: string, alike: readonly Alarm[]): string {
  const own = alarms.find(({ id }) => id === subject) ?? alike[0];
  return own?.failure ?? '';
}
