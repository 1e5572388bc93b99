import type { User } from '#shared/domain/account/account.ts';

export interface UserStore {
  /** Gives the user the next free small id, and an empty wallet. */
  create(user: Omit<User, 'id'>): Promise<User>;
  get(userId: number): Promise<User | undefined>;
  list(): Promise<User[]>;
  /** Replaces the live versions of the user's webhook secret. */
  setWebhookSecretVersions(userId: number, versions: number[]): Promise<void>;
  setCallsAllowed(userId: number, callsAllowed: number): Promise<void>;
}
