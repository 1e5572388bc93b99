import { Command } from '@commander-js/extra-typings';
import type { Row } from '#clients/cli/src/output.ts';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import type { DeadLetterQueue, DeadMessage } from '#infra/admin/deps/dead-letter-queue.ts';
import { choiceArgument } from '#infra/admin/terminal/arguments.ts';
import { listPrintout, timeCell } from '#infra/text/output.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import type { QueueName } from '#shared/platform/queue/messages.ts';

const DLQ_LIST_EXAMPLES = `
Examples:
  npm run admin -- dlq list`;

export function dlqList(session: Session) {
  return new Command('list')
    .description('List the queues with their messages, dead letters and the age of the oldest dead letter')
    .addHelpText('after', DLQ_LIST_EXAMPLES)
    .action(async () => {
      const { deadLetters, clock } = await session.deps();
      const rows = await Promise.all(queueNames.map((queue) => queueRow(queue, deadLetters, clock.now())));
      session.print(listPrintout(rows));
    });
}

async function queueRow(queue: QueueName, deadLetterQueue: DeadLetterQueue, now: number): Promise<Row> {
  const { waiting, inWork, delayed, deadLetters } = await deadLetterQueue.state(queue);
  const [oldest] = deadLetters === 0 ? [] : await deadLetterQueue.read(queue);
  return {
    queue,
    waiting,
    in_work: inWork,
    delayed,
    dead_letters: deadLetters,
    oldest_minutes: oldest === undefined || oldest.sentAt === null ? null : Math.floor((now - oldest.sentAt) / 60_000),
  };
}

const DLQ_SHOW_EXAMPLES = `
Examples:
  npm run admin -- dlq show finish-call`;

export function dlqShow(session: Session) {
  return new Command('show')
    .description('Show the dead letters of a queue, and leave them in it')
    .argument('<queue>', 'name of the queue, as dlq list shows it', queueArgument)
    .addHelpText('after', DLQ_SHOW_EXAMPLES)
    .action(async (queue) => {
      const { deadLetters } = await session.deps();
      session.print(listPrintout((await deadLetters.read(queue)).map(messageRow)));
    });
}

const DLQ_REDRIVE_EXAMPLES = `
Examples:
  npm run admin -- dlq redrive finish-call --dry-run
  npm run admin -- dlq redrive finish-call`;

export function dlqRedrive(session: Session) {
  return new Command('redrive')
    .description('Move the dead letters of a queue back to it, oldest first')
    .argument('<queue>', 'name of the queue, as dlq list shows it', queueArgument)
    .option('--dry-run', 'show the messages, and move none')
    .option('--unreadable', 'move messages that did not parse, too')
    .addHelpText('after', DLQ_REDRIVE_EXAMPLES)
    .action(async (queue, { dryRun, unreadable }) => {
      const { deadLetters } = await session.deps();
      const isWanted = ({ reason }: DeadMessage) => reason === null || unreadable === true;
      const sent = dryRun
        ? (await deadLetters.read(queue)).filter(isWanted)
        : await deadLetters.redrive(queue, isWanted);
      session.print(listPrintout(sent.map(messageRow)));
    });
}

function messageRow({ id, body, reason, sentAt, receiveCount }: DeadMessage): Row {
  return { id, sent_at: timeCell(sentAt), received: receiveCount, reason: reason ?? 'its worker crashed', body };
}

export const queueNames = manifest.flatMap((row) => (row.kind === 'queue' ? [row.queue] : []));

const queueArgument = choiceArgument(queueNames);
