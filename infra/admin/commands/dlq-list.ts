import { Command } from '@commander-js/extra-typings';
import type { LetterDesk } from '#infra/admin/letters/letter-desk.ts';
import { queueNames } from '#infra/admin/letters/queue-argument.ts';
import { listPrintout, type Row } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import type { QueueName } from '#shared/messages/queue-messages.ts';

const EXAMPLES = `
Example:
  npm run admin -- dlq list`;

export function dlqList(session: Session) {
  return new Command('list')
    .description('list every queue: messages, dead letters and the age of the oldest one')
    .addHelpText('after', EXAMPLES)
    .action(async () => {
      const { letters, clock } = await session.deps();
      const rows = await Promise.all(queueNames.map((queue) => queueRow(queue, letters, clock.now())));
      session.print(listPrintout(rows));
    });
}

async function queueRow(queue: QueueName, desk: LetterDesk, now: number): Promise<Row> {
  const { waiting, inWork, delayed, deadLetters } = await desk.state(queue);
  const [oldest] = deadLetters === 0 ? [] : await desk.read(queue);
  return {
    queue,
    waiting,
    in_work: inWork,
    delayed,
    dead_letters: deadLetters,
    oldest_minutes: oldest === undefined || oldest.sentAt === null ? null : Math.floor((now - oldest.sentAt) / 60_000),
  };
}
