import type { AccessToken, User, TokenStore, TokenUse, UserStore } from '#shared/accounts/account.ts';
import { kilobytesOf, mostAssistants } from '#shared/assistants/assistant-lists.ts';
import type { Assistant, AssistantStore, ListLimit } from '#shared/assistants/assistant.ts';
import { heldNumber } from '#shared/assistants/dynamodb-assistant-store.ts';
import type { Voice, VoiceStore } from '#shared/catalog/voices.ts';
import type { PhoneNumber, PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import { createMemoryWallets, type MemoryWallets } from '#test/support/memory/calls.ts';
import { createRows, pageOf } from '#test/support/memory/rows.ts';

/** Give it the wallets of the other stores, so that a new user has one there. */
export function createMemoryUserStore(
  { wallets }: MemoryWallets = createMemoryWallets(),
  users: User[] = [],
): UserStore {
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
    get: async (userId) => structuredClone(users.find((user) => user.id === userId)),
    list: async () => structuredClone(users),
    async replaceWebhookSecrets({ id, webhookSecretVersions: known }, next) {
      const user = find(id);
      if (user.webhookSecretVersions.join() !== known.join()) return undefined;
      return structuredClone(Object.assign(user, structuredClone(next)));
    },
    setCallsAllowed: async (userId, callsAllowed) => void (find(userId).callsAllowed = callsAllowed),
    async update(userId, changes) {
      if (Object.keys(changes).length === 0) throw new TypeError('an empty expression');
      Object.assign(find(userId), changes);
    },
    setDestinations: async (userId, destinations) => void Object.assign(find(userId), destinations),
    async addCountry(userId, country) {
      const user = find(userId);
      user.reachedCountries = new Set([...(user.reachedCountries ?? []), country]);
    },
    async setSmsWebhook(userId, smsWebhookUrl, only) {
      const user = find(userId);
      if (only === undefined || user.smsWebhookUrl === only) user.smsWebhookUrl = smsWebhookUrl;
    },
  };
}

export function createMemoryTokenStore(tokens: AccessToken[] = [], uses: TokenUse[] = []): TokenStore {
  const table = createRows(tokens);
  const versions = new Map<number, number>();
  const versionOf = (userId: number) => versions.get(userId) ?? 0;
  const changed = (userId: number) => void versions.set(userId, versionOf(userId) + 1);
  const listed = (userId: number) => structuredClone(table.ofUser(userId)).map((token) => omitUse(token));
  return {
    async add(token, version) {
      if (version !== undefined && version !== versionOf(token.userId)) return 'changed';
      if (table.has(token) || tokens.some((other) => other.hash === token.hash)) return 'id_taken';
      table.add(token);
      changed(token.userId);
      return 'added';
    },
    forget: async (forgotten) => {
      for (const { hash } of forgotten) {
        const index = tokens.findIndex((token) => token.hash === hash);
        if (index >= 0) tokens.splice(index, 1);
      }
    },
    findByHash: async (hash) => structuredClone(tokens.find((token) => token.hash === hash)),
    list: async (userId) => listed(userId),
    versioned: async (userId) => ({ tokens: listed(userId), version: versionOf(userId) }),
    async setRequestsPerMinute(userId, requestsPerMinute) {
      for (const token of tokens) if (token.userId === userId) Object.assign(token, { requestsPerMinute });
    },
    async revoke(userId, tokenId, at) {
      const token = table.find(userId, tokenId);
      if (!token) return 'missing';
      if (token.revokedAt === null) changed(userId);
      token.revokedAt ??= at;
      return 'revoked';
    },
    async recordUse({ userId, id }, use) {
      const token = table.find(userId, id);
      if (token) token.usedAt = use.at;
      const known = uses.findIndex(({ tokenId }) => tokenId === id);
      uses.splice(known === -1 ? uses.length : known, 1, structuredClone(use));
    },
    uses: async (userId) => structuredClone(uses.filter(({ tokenId }) => table.find(userId, tokenId))),
  };
}

function omitUse(token: AccessToken): AccessToken {
  delete token.usedAt;
  return token;
}

export function createMemoryPhoneNumberStore(numbers: PhoneNumber[] = []): PhoneNumberStore {
  const table = createRows(numbers);
  const byNumber = (e164: string) => numbers.find((number) => number.phoneNumber === e164);
  return {
    async add(number) {
      if (byNumber(number.phoneNumber)) return 'taken';
      table.add(number);
      return 'added';
    },
    async remove({ userId, id, inboundAssistantId }) {
      const number = table.find(userId, id);
      return number && number.inboundAssistantId === inboundAssistantId && table.remove(number)
        ? 'removed'
        : 'not_found';
    },
    async moveTo({ userId, id }, carrierAccount) {
      const number = table.find(userId, id);
      if (number) number.carrierAccount = carrierAccount;
    },
    get: table.get,
    findByNumber: async (e164) => structuredClone(byNumber(e164)),
    list: async (userId) => structuredClone(table.ofUser(userId)),
  };
}

type OwnVoice = { userId: number; voice: Voice };

export const createMemoryVoiceStore = (voices: OwnVoice[] = []): VoiceStore => ({
  async add(userId, voice) {
    if (voices.some((other) => other.userId === userId && other.voice.id === voice.id)) return 'id_taken';
    voices.push({ userId, voice: structuredClone(voice) });
    return 'added';
  },
  async list(userId) {
    const own = voices.filter((one) => one.userId === userId).map((one) => one.voice);
    return structuredClone(own.toSorted((one, other) => one.id - other.id));
  },
});

/** `numbers` is shared with the memory phone-number store: there, too, one sees which assistant holds a number. */
export function createMemoryAssistantStore(assistants: Assistant[] = [], numbers: PhoneNumber[] = []): AssistantStore {
  const table = createRows(assistants);
  const newestFirst = (userId: number) => table.ofUser(userId).toReversed();
  const copies: Assistant[] = [];
  const keepCopy = (assistant: Assistant) => {
    const { copiedVersion, ...copied } = assistant;
    if (copiedVersion === assistant.version) copies.unshift(structuredClone(copied));
  };
  return {
    async create(assistant) {
      if (table.has(assistant)) return 'id_taken';
      const limit = limitOf(table.ofUser(assistant.userId), undefined, assistant);
      if (limit) return limit;
      if (!moveNumber(numbers, assistant, null, heldNumber(assistant))) return 'number_taken';
      table.add(assistant);
      keepCopy(assistant);
      return 'created';
    },
    get: table.get,
    async replace(before, after) {
      if (!table.unchanged(before)) return 'conflict';
      const limit = limitOf(table.ofUser(after.userId), before, after);
      if (limit) return limit;
      if (!moveNumber(numbers, before, heldNumber(before), heldNumber(after))) return 'number_taken';
      if (!table.replace(before, after)) return 'conflict';
      keepCopy(after);
      return 'replaced';
    },
    async delete(assistant) {
      if (!table.remove(assistant)) return 'conflict';
      moveNumber(numbers, assistant, heldNumber(assistant), null);
      return 'deleted';
    },
    async switchOffWebhook(userId, assistantId, url) {
      const assistant = table.find(userId, assistantId);
      if (assistant) switchOff(assistant, url);
    },
    async listVersions(userId, assistantId, { limit, before = Infinity }) {
      const own = copies.filter((copy) => copy.userId === userId && copy.id === assistantId && copy.version < before);
      return structuredClone(own.slice(0, limit));
    },
    list: async (userId, page) => pageOf(newestFirst(userId), page),
    listAll: async (userId) => structuredClone(newestFirst(userId)),
    listWhole: async (userId, type) =>
      structuredClone(newestFirst(userId).filter((one) => (type ?? one.type) === one.type)),
    findByUuid: async (userId, uuid) => table.ofUser(userId).find((one) => one.uuid === uuid)?.id,
  };
}

function limitOf(all: readonly Assistant[], before: Assistant | undefined, after: Assistant): ListLimit | undefined {
  if (!before && all.length >= mostAssistants.records) return 'too_many';
  const growth = kilobytesOf(after) - (before ? kilobytesOf(before) : 0);
  const used = all.reduce((sum, one) => sum + kilobytesOf(one), 0);
  return growth > 0 && used + growth > mostAssistants.kilobytes ? 'too_large' : undefined;
}

/** Takes one number and releases another; false, and nothing changed, when the number is not free. */
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
