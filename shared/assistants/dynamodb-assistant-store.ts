import {
  AssistantItem,
  copyOf,
  createAssistantReader,
  itemOf,
  keyOf,
  listVersions,
} from '#shared/assistants/assistant-items.ts';
import { assistantLists, countedAssistants, growthOf, indexedAssistants } from '#shared/assistants/assistant-lists.ts';
import type { AssistantStore, Assistant } from '#shared/assistants/assistant.ts';
import { absent } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { transactCounted, type ListSize } from '#shared/platform/table/list-total.ts';
import { blockSizes, createBlockIndex, type BlockSizes } from '#shared/platform/table/page-index-blocks.ts';
import type { PageIndex } from '#shared/platform/table/page-index.ts';
import { read, untilDecided, type Table } from '#shared/platform/table/table.ts';
import type { Write } from '#shared/platform/table/write.ts';

export function createDynamoDbAssistantStore(table: Table, sizes: BlockSizes = blockSizes): AssistantStore {
  const index = createBlockIndex(table, sizes);
  return {
    ...changesOfList(table, index),

    ...createAssistantReader(table),

    async replace(before, after) {
      const writes = [
        { put: itemOf(after), condition: { version: before.version } },
        ...copyOf(after),
        ...moveNumber(before, { from: heldNumber(before), to: heldNumber(after) }),
      ];
      const failed = await transactSized(table, after.userId, growthOf({ before, after }), writes);
      if (typeof failed === 'string') return failed;
      if (failed.length === 0) return 'replaced';
      return failed.includes(0) ? 'conflict' : 'number_taken';
    },

    /** The version grows, so that an update that has read the old state starts over. */
    async switchOffWebhook(userId, id, url) {
      await untilDecided(async () => {
        const before = await read(table, keyOf({ userId, id }), AssistantItem);
        if (!before) return false;
        const set = {
          ...(before.isWebhookActive && before.webhookUrl === url && { isWebhookActive: false }),
          ...(before.inboundWebhookUrl === url && { inboundWebhookUrl: null }),
        };
        if (Object.keys(set).length === 0) return false;
        const { version } = before;
        const writes = [{ update: keyOf(before), set: { ...set, version: version + 1 }, condition: { version } }];
        const failed = await transactSized(table, userId, growthOf({ before, after: { ...before, ...set } }), writes);
        return failed.length === 0 || undefined;
      });
    },

    listVersions: (userId, assistantId, page) => listVersions(table, { userId, assistantId }, page),

    ...assistantLists(table, index),
  };
}

function changesOfList(table: Table, index: PageIndex<'listed'>): Pick<AssistantStore, 'create' | 'delete'> {
  const listed = ({ userId, id }: Assistant, change: { was?: 'listed'; is?: 'listed' }) => [
    { list: indexedAssistants(table, userId), id, ...change },
  ];
  return {
    async create(assistant) {
      const writes = [
        { put: itemOf(assistant), condition: absent },
        { put: { ...keys.assistantOfUuid(assistant.userId, assistant.uuid), id: assistant.id } },
        ...copyOf(assistant),
        ...moveNumber(assistant, { from: null, to: heldNumber(assistant) }),
      ];
      const send = (all: readonly Write[]) => index.transact(listed(assistant, { is: 'listed' }), all);
      const failed = await transactSized(table, assistant.userId, growthOf({ after: assistant }), writes, send);
      if (typeof failed === 'string') return failed;
      if (failed.length === 0) return 'created';
      return failed.includes(0) ? 'id_taken' : 'number_taken';
    },

    async delete(assistant) {
      const writes = [
        { remove: keyOf(assistant), condition: { version: assistant.version } },
        { remove: keys.assistantOfUuid(assistant.userId, assistant.uuid) },
        ...moveNumber(assistant, { from: heldNumber(assistant), to: null }),
      ];
      const send = (all: readonly Write[]) => index.transact(listed(assistant, { was: 'listed' }), all);
      const failed = await transactSized(table, assistant.userId, growthOf({ before: assistant }), writes, send);
      return failed.length === 0 ? 'deleted' : 'conflict';
    },
  };
}

/** Returns the positions of the writes whose condition failed, or what the list would have too much of. */
async function transactSized(
  table: Table,
  userId: number,
  change: ListSize,
  writes: readonly Write[],
  send?: (all: readonly Write[]) => Promise<number[]>,
): Promise<number[] | 'too_many' | 'too_large'> {
  const list = countedAssistants(table, userId);
  const failed = await transactCounted(table, { list, change }, writes, send);
  if (typeof failed === 'object') return failed;
  return failed === 'records' ? 'too_many' : 'too_large';
}

function moveNumber({ userId, id }: Assistant, { from, to }: Record<'from' | 'to', number | null>): Write[] {
  if (from === to) return [];
  const change = (numberId: number, holder: { before: number | null; after: number | null }): Write => ({
    update: keys.phoneNumber.key(userId, numberId),
    set: { inboundAssistantId: holder.after },
    // A number that does not exist has no holder at all, which is not null, so the condition fails for it.
    condition: { inboundAssistantId: holder.before },
  });
  return [
    ...(from === null ? [] : [change(from, { before: id, after: null })]),
    ...(to === null ? [] : [change(to, { before: null, after: id })]),
  ];
}

/** The number that only this assistant may answer. Outbound assistants share numbers. */
export function heldNumber(assistant: Assistant): number | null {
  return assistant.type === 'inbound' ? assistant.phoneNumberId : null;
}
