import { Command } from '@commander-js/extra-typings';
import { letterRow } from '#infra/admin/letters/letter-row.ts';
import { queueArgument } from '#infra/admin/letters/queue-argument.ts';
import { listPrintout } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';

const EXAMPLES = `
Example:
  npm run admin -- dlq show finish-call`;

export function dlqShow(session: Session) {
  return new Command('show')
    .description('show the dead letters of a queue, which stay where they are')
    .argument('<queue>', 'name of the queue, as dlq list shows it', queueArgument)
    .addHelpText('after', EXAMPLES)
    .action(async (queue) => {
      const { letters } = await session.deps();
      session.print(listPrintout((await letters.read(queue)).map(letterRow)));
    });
}
