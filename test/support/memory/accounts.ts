import type { AccessToken, User } from '#shared/domain/account/account.ts';
import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import { heldNumber } from '#shared/domain/assistant/held-number.ts';
import { pageRange } from '#shared/domain/pagination/pagination.ts';
import type { PhoneNumber } from '#shared/domain/phone-number/phone-number.ts';
import type { Voice } from '#shared/domain/voice/voice.ts';
import type { AssistantStore } from '#shared/ports/assistant-store.ts';
import type { PhoneNumberStore } from '#shared/ports/phone-number-store.ts';
import type { TokenStore } from '#shared/ports/token-store.ts';
import type { UserStore } from '#shared/ports/user-store.ts';
import type { VoiceStore } from '#shared/ports/voice-store.ts';
import { createMemoryWallets, type MemoryWallets } from '#test/support/memory/calls.ts';

/** Give it the wallets of the other stores, so that a new user has one there. */
export function createMemoryUserStore({ wallets }: MemoryWallets = createMemoryWallets()): UserStore {
  const users: User[] = [];
  const find = (userId: number) => {
    const user = users.find((other) => other.id === userId);
    if (!user) throw new Error(`there is no user ${userId}`);
    return user;
  };
  return {
    async create(user) {
      const created = { id: users.length + 1, ...structuredClone(user) };
      users.push(created);
      wallets.set(created.id, { balance: 0, available: 0 });
      return structuredClone(created);
    },
    async get(userId) {
      return structuredClone(users.find((user) => user.id === userId));
    },
    async list() {
      return structuredClone(users);
    },
    async setWebhookSecretVersions(userId, versions) {
      find(userId).webhookSecretVersions = [...versions];
    },
    async setCallsAllowed(userId, callsAllowed) {
      find(userId).callsAllowed = callsAllowed;
    },
  };
}

export function createMemoryTokenStore(tokens: AccessToken[] = []): TokenStore {
  return {
    async add(token) {
      const sameId = (other: AccessToken) => other.userId === token.userId && other.id === token.id;
      if (tokens.some((other) => other.hash === token.hash || sameId(other))) return 'id_taken';
      tokens.push(structuredClone(token));
      return 'added';
    },
    async findByHash(hash) {
      return structuredClone(tokens.find((token) => token.hash === hash));
    },
    async list(userId) {
      const own = tokens.filter((token) => token.userId === userId);
      return structuredClone(own.toSorted((one, other) => one.id - other.id));
    },
    async revoke(userId, tokenId, at) {
      const token = tokens.find((other) => other.userId === userId && other.id === tokenId);
      if (!token) return 'missing';
      token.revokedAt ??= at;
      return 'revoked';
    },
  };
}

export function createMemoryPhoneNumberStore(numbers: PhoneNumber[] = []): PhoneNumberStore {
  return {
    async add(number) {
      if (numbers.some((other) => other.phoneNumber === number.phoneNumber)) return 'taken';
      numbers.push(structuredClone(number));
      return 'added';
    },
    async get(userId, phoneNumberId) {
      return structuredClone(numbers.find((number) => number.userId === userId && number.id === phoneNumberId));
    },
    async findByNumber(e164) {
      return structuredClone(numbers.find((number) => number.phoneNumber === e164));
    },
    async list(userId) {
      const own = numbers.filter((number) => number.userId === userId);
      return structuredClone(own.toSorted((one, other) => one.id - other.id));
    },
  };
}

interface OwnVoice {
  userId: number;
  voice: Voice;
}

export function createMemoryVoiceStore(voices: OwnVoice[] = []): VoiceStore {
  return {
    async add(userId, voice) {
      if (voices.some((other) => other.userId === userId && other.voice.id === voice.id)) return 'id_taken';
      voices.push({ userId, voice: structuredClone(voice) });
      return 'added';
    },
    async list(userId) {
      const own = voices.filter((one) => one.userId === userId).map((one) => one.voice);
      return structuredClone(own.toSorted((one, other) => one.id - other.id));
    },
  };
}

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
