import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { queueMessages, type QueueName } from '#shared/platform/queue/messages.ts';

/** Messages of the next release wait in the queues after a roll-back. */
it.each(Object.keys(queueMessages) as QueueName[])(
  'a message of %s is read with a field of the next release',
  (queue) => {
    const { Records } = JSON.parse(readFileSync(`events/queue/${queue}.json`, 'utf8')) as {
      Records: Array<{ body: string }>;
    };
    const message = JSON.parse(Records[0]!.body) as object;
    const later = { ...message, fieldOfALaterRelease: { list: [1] } };
    expect(v.parse(queueMessages[queue], later)).toEqual(v.parse(queueMessages[queue], message));
  },
);
