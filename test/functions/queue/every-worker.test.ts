import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { functionFile } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import type { QueueName } from '#shared/platform/queue/messages.ts';
import type { Worker } from '#shared/platform/queue/worker.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { untouchable } from '#test/support/fakes.ts';

describe.each(manifest.filter(({ kind }) => kind === 'queue'))('$id', (row) => {
  async function work(event: unknown) {
    const module: object = await import(/* @vite-ignore */ `#${functionFile(row)}`);
    const { handler } = module as { handler: Worker<QueueName, unknown> };
    const dlq = createMemoryDeadLetters();
    return { answer: await handler.with(untouchable(), dlq)(event), dlq };
  }

  it.each(['not JSON', '{}', '{"userId":"x"}'])('puts %s on the dead-letter queue, with the reason', async (body) => {
    const { answer, dlq } = await work(sqsEvent(body));
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(dlq.deadLetters).toEqual([{ body, reason: expect.stringMatching(/.+/) as string }]);
  });

  it('has SQS deliver a message again whose work crashed, and no other', async () => {
    const { Records } = JSON.parse(await readFile(`events/${row.id}.json`, 'utf8')) as { Records: [{ body: string }] };
    const { answer } = await work(sqsEvent(Records[0].body, 'not JSON'));
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
  });
});
