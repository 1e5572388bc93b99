import type { AssistantSettings } from '#shared/assistants/settings.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';

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

/** An inbound assistant holds its phone number alone; the store guards that in one transaction. */
export interface AssistantStore {
  /** `id_taken`: draw another id. `number_taken`: another inbound assistant holds the number. */
  create(assistant: Assistant): Promise<'created' | 'id_taken' | 'number_taken' | ListLimit>;
  get(userId: number, assistantId: number): Promise<Assistant | undefined>;
  /** Moves the held number, too. `conflict`: another request updated or deleted it in between; load it again. */
  replace(before: Assistant, after: Assistant): Promise<'replaced' | 'conflict' | 'number_taken' | ListLimit>;
  delete(assistant: Assistant): Promise<'deleted' | 'conflict'>;
  /** Of one kind or both. Keeps a URL that was changed in between. Does nothing without the assistant. */
  switchOffWebhook(userId: number, assistantId: number, url: string): Promise<void>;
  /** Newest first, older than `before`. The present version may have no copy yet. */
  listVersions(
    userId: number,
    assistantId: number,
    page: { limit: number; before?: number | undefined },
  ): Promise<Assistant[]>;
  /** Newest first, as all lists. @throws AppError answer_too_large */
  list(userId: number, page: PageRequest): Promise<PageOf<Assistant>>;
  /** For operators. */
  listAll(userId: number): Promise<Assistant[]>;
  /** Undefined: a list of an older release, with more than one answer can have. */
  listWhole(userId: number, type?: Assistant['type']): Promise<Assistant[] | undefined>;
  /** The id of the assistant. */
  findByUuid(userId: number, uuid: string): Promise<number | undefined>;
}

/** The user has as many assistants, or as large ones, as a list without pages can show. */
export type ListLimit = 'too_many' | 'too_large';
