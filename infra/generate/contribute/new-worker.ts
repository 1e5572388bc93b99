import { json, sentenceCase, type Piece } from '#infra/generate/contribute/pieces.ts';

/** The pieces of a worker: message schema and queue, function, manifest row, sample event, test, late-queue alarm. */
export function workerPieces(name: string): Piece[] {
  if (!/^[a-z]+(?:-[a-z]+)+$/.test(name)) throw new Error(`"${name}" is not a worker name such as send-reminder`);
  return [
    { path: `functions/queue/${name}.ts`, content: functionText(name) },
    { path: `events/queue/${name}.json`, content: eventText(name) },
    { path: `test/functions/queue/${name}.test.ts`, content: testText(name) },
    { path: 'shared/manifest/queue-rows.ts', insert: rowText(name), before: '];' },
    {
      path: 'shared/platform/queue/messages.ts',
      insert: `  /** ${sentenceCase(name)}. */\n  '${name}': v.object({ userId: v.number() }),\n`,
      before: '} as const;',
    },
    { path: 'shared/platform/queue/messages.ts', insert: `'${name}': 300,\n  `, before: "'fetch-recording': 1200," },
    {
      path: 'infra/cloud/stage/capacity.ts',
      insert: `'${name}': share(0.02),\n    `,
      before: "'fetch-recording': share(",
    },
  ];
}

function functionText(name: string): string {
  return `import { defineWorker } from '#shared/platform/queue/worker.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';

/** ${sentenceCase(name)}. */
export const handler = defineWorker({
  id: 'queue/${name}',
  queue: '${name}',
  deps: () => ({ logger }),
  handle: async ({ userId }, deps) => {
    deps.logger.info('${name.replaceAll('-', ' ')}', { userId });
  },
});
`;
}

function rowText(name: string): string {
  return `  {
    ...defaults,
    id: 'queue/${name}',
    // Ends when the message is worked on.
    queue: '${name}',
    timeoutSeconds: 30,
    uses: [],
    failure: '${sentenceCase(name)} is late, or does not happen.',
  },
`;
}

function eventText(name: string): string {
  return json({
    Records: [
      {
        messageId: `sample-${name}`,
        receiptHandle: 'sample',
        body: '{"userId": 1}',
        attributes: { ApproximateReceiveCount: '1' },
        eventSource: 'aws:sqs',
      },
    ],
  });
}

function testText(name: string): string {
  return `import { describe, expect, it } from 'vitest';
import { handler } from '#functions/queue/${name}.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { createObservers } from '#test/support/fakes.ts';

describe('queue ${name}', () => {
  it('acknowledges a message that it has worked on', async () => {
    const answer = await handler.with(createObservers(), createMemoryDeadLetters())(sqsEvent({ userId: 7 }));
    expect(answer).toEqual({ batchItemFailures: [] });
  });
});
`;
}
