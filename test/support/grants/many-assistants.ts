import { createDynamoDbAssistantStore } from '#shared/assistants/dynamodb-assistant-store.ts';
import { pageIndexSizes } from '#shared/platform/table/page-index.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { table } from '#shared/container.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { createAssistant } from '#test/support/grants/all-requests.ts';
import type { RunningStack } from '#test/support/local-stack.ts';

const USER = 3;
const BLOCKED = 3;

/** Enough that the page index has a block: one assistant is added with the newest, and an old one is removed from the block. */
export async function keepManyAssistants({ as }: RunningStack): Promise<void> {
  const from = Date.now() - 86_400_000;
  const ids = Array.from({ length: BLOCKED + pageIndexSizes.newest }, (_, index) =>
    createRecordId(from + index, Math.random),
  );
  for (const [index, id] of ids.entries()) {
    // The first few fill a small index, which moves them to a block.
    const newest = index < BLOCKED ? BLOCKED - 1 : pageIndexSizes.newest;
    const store = createDynamoDbAssistantStore(table(), { ...pageIndexSizes, newest });
    await store.create(buildAssistant({ userId: USER, id, uuid: crypto.randomUUID() }));
  }
  const api = as(USER);
  await createAssistant(api, {});
  await api('DELETE', `/user/assistant/${ids[0]}`);
}
