import { Command } from '@commander-js/extra-typings';
import type { Letter } from '#infra/admin/letters/letter-desk.ts';
import { letterRow } from '#infra/admin/letters/letter-row.ts';
import { queueArgument } from '#infra/admin/letters/queue-argument.ts';
import { listPrintout } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';

const EXAMPLES = `
Examples:
  npm run admin -- dlq redrive finish-call --dry-run
  npm run admin -- dlq redrive finish-call`;

export function dlqRedrive(session: Session) {
  return new Command('redrive')
    .description('send the dead letters of a queue to it again, oldest first')
    .argument('<queue>', 'name of the queue, as dlq list shows it', queueArgument)
    .option('--dry-run', 'only show what would be sent')
    .option('--unreadable', 'send letters too that did not parse')
    .addHelpText('after', EXAMPLES)
    .action(async (queue, { dryRun, unreadable }) => {
      const { letters } = await session.deps();
      const isWanted = ({ reason }: Letter) => reason === null || unreadable === true;
      const sent = dryRun ? (await letters.read(queue)).filter(isWanted) : await letters.redrive(queue, isWanted);
      session.print(listPrintout(sent.map(letterRow)));
    });
}
