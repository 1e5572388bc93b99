import * as v from 'valibot';
import { queueMessages, type QueueName } from '#shared/messages/queue-messages.ts';
import type { DueWork } from '#shared/ports/due-work-store.ts';

const queueNames = v.custom<QueueName>((input) => typeof input === 'string' && Object.hasOwn(queueMessages, input));

/** Work that waits for its time; the message is checked by its queue's own schema. */
export const DueWorkItem = v.pipe(
  v.object({ dueAt: v.number(), queue: queueNames, message: v.unknown() }),
  v.rawTransform<{ dueAt: number; queue: QueueName; message: unknown }, DueWork>(({ dataset, addIssue, NEVER }) => {
    const { dueAt, queue, message } = dataset.value;
    const result = v.safeParse(queueMessages[queue], message);
    if (result.success) return { dueAt, queue, message: result.output };
    addIssue({ message: v.summarize(result.issues) });
    return NEVER;
  }),
);

/** How far the minutes have been emptied: every minute before this one holds nothing. */
export const DueCursorItem = v.object({ minute: v.number() });
