import type { AssistantSettings } from '#shared/assistants/settings.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';

/** An assistant as stored. Its settings are defined in `shared/assistants/settings.ts`. */
export interface Assistant extends AssistantSettings {
  id: number;
  userId: number;
  uuid: string;
  createdAt: number;
  updatedAt: number;
  /** Incremented by every update, for optimistic locking. */
  version: number;
  /** The last version of which the store keeps an immutable copy, which calls refer to. */
  copiedVersion?: number | undefined;
}

/** The assistants of users. An inbound assistant holds its phone number alone; the store guards that in one transaction. */
export interface AssistantStore {
  /** `id_taken`: draw another id. `number_taken`: another inbound assistant holds the number. */
  create(assistant: Assistant): Promise<'created' | 'id_taken' | 'number_taken'>;
  get(userId: number, assistantId: number): Promise<Assistant | undefined>;
  /**
   * Replaces the assistant if it still has the version that `before` had, and moves the number it holds.
   * `conflict`: another request updated or deleted it in between; load it again.
   */
  replace(before: Assistant, after: Assistant): Promise<'replaced' | 'conflict' | 'number_taken'>;
  /** Removes the assistant and frees its number. */
  delete(assistant: Assistant): Promise<'deleted' | 'conflict'>;
  /**
   * Disables the webhooks with this URL: the post-call webhook, the inbound webhook or both.
   * Keeps a URL that was changed in between. Does nothing if the assistant does not exist.
   */
  switchOffWebhook(userId: number, assistantId: number, url: string): Promise<void>;
  /** The copies of an assistant's versions, newest first. The present version may have none yet. `before`: only older ones. */
  listVersions(
    userId: number,
    assistantId: number,
    page: { limit: number; before?: number | undefined },
  ): Promise<Assistant[]>;
  /** Newest first. */
  list(userId: number, page: PageRequest): Promise<PageOf<Assistant>>;
  /** All of them, newest first. */
  listAll(userId: number): Promise<Assistant[]>;
  /** All of type `outbound`, newest first. */
  listOutbound(userId: number): Promise<Assistant[]>;
}
