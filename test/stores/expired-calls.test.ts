import { expect, it } from 'vitest';
import { handler } from '#functions/queue/check-call.ts';
import type { Call } from '#shared/calls/call.ts';
import { createDynamoDbCallStore } from '#shared/calls/dynamodb-call-store.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { put } from '#shared/platform/table/write.ts';
import { buildCall } from '#test/support/builders.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { storeCall } from '#test/support/in-memory/calls.ts';
import { createMemoryConversationStore } from '#test/support/memory/conversations.ts';
import { withLostAnswer } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();

/** The SDK sends a write again whose answer is lost. The condition of the second one fails: the first one has written. */
async function expireWithLostAnswer(call: Partial<Call>, message: { waitedSeconds: number } | { expiry: true }) {
  const real = table.real();
  const subject = await storeCall(call);
  const { userId, callId } = subject.key;
  await put(real, { ...keys.call.key(userId, callId), ...buildCall(call) });
  const store = createDynamoDbCallStore(real);
  const calls = {
    ...store,
    cancelDialling: (...given: Parameters<typeof store.cancelDialling>) =>
      withLostAnswer(real.client, () => store.cancelDialling(...given)),
  };
  const conversations = createMemoryConversationStore();
  await handler.with(
    { ...subject, calls, conversations },
    createMemoryDeadLetters(),
  )(sqsEvent({ ...subject.key, ...message }));
  return { ...subject, stored: await store.get(subject.key) };
}

it.each([
  { what: 'a web call that no page began', call: { type: 'web' }, message: { waitedSeconds: 90 } },
  { what: 'a waiting call', call: { dialBefore: 0 }, message: { expiry: true } },
] as const)('finishes $what when it expires and the answer of the table is lost', async ({ call, message }) => {
  const { stored, queue, key } = await expireWithLostAnswer(call, message);
  expect(stored).toMatchObject({ status: 'failed', notDialled: 'expired' });
  expect(queue.sent).toMatchObject([{ queue: 'finish-call', message: key }]);
});
