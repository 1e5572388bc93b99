import { createDynamoDbAssistantStore } from '#shared/assistants/dynamodb-assistant-store.ts';
import { table } from '#shared/container.ts';
import { createDynamoDbDoNotCallStore } from '#shared/do-not-call/dynamodb-do-not-call-store.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { blockSizes } from '#shared/platform/table/page-index-blocks.ts';
import { buildAssistant, buildDoNotCallEntry } from '#test/support/builders.ts';
import type { RunningStack } from '#test/support/local-stack.ts';
import { createAssistant } from '#test/support/over-http.ts';

const USER = 3;
const BLOCKED = 3;

/** Enough that the page index has a block: one assistant is added with the newest, and an old one is removed from the block. */
export async function keepManyAssistants({ as }: RunningStack): Promise<void> {
  const from = Date.now() - 86_400_000;
  const ids = Array.from({ length: BLOCKED + blockSizes.newest }, (_, index) =>
    createRecordId(from + index, Math.random),
  );
  for (const [index, id] of ids.entries()) {
    // The first few fill a small index, which moves them to a block.
    const newest = index < BLOCKED ? BLOCKED - 1 : blockSizes.newest;
    const store = createDynamoDbAssistantStore(table(), { ...blockSizes, newest });
    await store.create(buildAssistant({ userId: USER, id, uuid: crypto.randomUUID() }));
  }
  const api = as(USER);
  await createAssistant(api);
  await api('DELETE', `/user/assistant/${ids[0]}`);
  // The oldest ones, which are in the block.
  await api('GET', '/user/assistants/get?page=7&per_page=10');
}

/** The same for the do-not-call list: the entry that is added moves the newest to the block, and an old one leaves it. */
export async function keepLongDoNotCallList({ as }: RunningStack): Promise<void> {
  const from = Date.now() - 86_400_000;
  const number = (index: number) => `+1202555${String(1000 + index)}`;
  for (let index = 0; index < BLOCKED + blockSizes.newest; index += 1) {
    const newest = index < BLOCKED ? BLOCKED - 1 : blockSizes.newest;
    const store = createDynamoDbDoNotCallStore(table(), async () => [], { ...blockSizes, newest });
    await store.add(buildDoNotCallEntry({ userId: USER, phoneNumber: number(index), createdAt: from + index }));
  }
  const api = as(USER);
  await api('POST', '/user/do-not-call', { phone_number: '+12025550199' });
  await api('GET', '/user/do-not-call?page=2');
  await api('DELETE', `/user/do-not-call/${encodeURIComponent(number(0))}`);
}
