import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import { heldNumber } from '#shared/assistants/assistant-item.ts';
import { pageRange } from '#shared/platform/http/pagination.ts';
import type { PhoneNumber } from '#shared/domain/phone-number/phone-number.ts';
import type { AssistantStore } from '#shared/ports/assistant-store.ts';

/** `numbers` is shared with the memory phone-number store: there, too, one sees which assistant holds a number. */
export function createMemoryAssistantStore(assistants: Assistant[] = [], numbers: PhoneNumber[] = []): AssistantStore {
  const indexOf = (userId: number, id: number) =>
    assistants.findIndex((assistant) => assistant.userId === userId && assistant.id === id);
  const indexOfUnchanged = (before: Assistant) =>
    assistants.findIndex(
      ({ userId, id, version }) => userId === before.userId && id === before.id && version === before.version,
    );
  const newestFirst = (userId: number) =>
    assistants.filter((assistant) => assistant.userId === userId).toSorted((one, other) => other.id - one.id);
  return {
    async create(assistant) {
      if (indexOf(assistant.userId, assistant.id) >= 0) return 'id_taken';
      if (!moveNumber(numbers, assistant, null, heldNumber(assistant))) return 'number_taken';
      assistants.push(structuredClone(assistant));
      return 'created';
    },
    async get(userId, assistantId) {
      return structuredClone(assistants[indexOf(userId, assistantId)]);
    },
    async replace(before, after) {
      const index = indexOfUnchanged(before);
      if (index < 0) return 'conflict';
      if (!moveNumber(numbers, before, heldNumber(before), heldNumber(after))) return 'number_taken';
      assistants[index] = structuredClone(after);
      return 'replaced';
    },
    async delete(assistant) {
      const index = indexOfUnchanged(assistant);
      if (index < 0) return 'conflict';
      moveNumber(numbers, assistant, heldNumber(assistant), null);
      assistants.splice(index, 1);
      return 'deleted';
    },
    async switchOffWebhook(userId, assistantId, url) {
      const assistant = assistants[indexOf(userId, assistantId)];
      if (assistant) switchOff(assistant, url);
    },
    async list(userId, page) {
      const own = newestFirst(userId);
      const { start, end } = pageRange(page);
      return { rows: structuredClone(own.slice(start, end)), total: own.length };
    },
    async listOutbound(userId) {
      return structuredClone(newestFirst(userId).filter((assistant) => assistant.type === 'outbound'));
    },
  };
}

/** Takes one number and gives back another; false, and nothing changed, when the number is not free. */
function moveNumber(
  numbers: PhoneNumber[],
  { userId, id }: Assistant,
  from: number | null,
  to: number | null,
): boolean {
  if (from === to) return true;
  const find = (numberId: number | null) =>
    numbers.find((number) => number.userId === userId && number.id === numberId);
  const taken = find(to);
  if (to !== null && (!taken || taken.inboundAssistantId !== null)) return false;
  const freed = find(from);
  if (freed) freed.inboundAssistantId = null;
  if (taken) taken.inboundAssistantId = id;
  return true;
}

function switchOff(assistant: Assistant, url: string): void {
  const isPostCall = assistant.isWebhookActive && assistant.webhookUrl === url;
  const isInbound = assistant.inboundWebhookUrl === url;
  if (isPostCall) assistant.isWebhookActive = false;
  if (isInbound) assistant.inboundWebhookUrl = null;
  assistant.version += Number(isPostCall) + Number(isInbound);
}
