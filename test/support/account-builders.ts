import type { AccessToken, LedgerEntry, User } from '#shared/domain/account/account.ts';
import { defaultRules, type Campaign } from '#shared/domain/campaign/campaign.ts';
import type { DoNotCallEntry } from '#shared/domain/do-not-call/do-not-call-entry.ts';

const createdAt = Date.UTC(2026, 0, 1);

export function buildUser(changes: Partial<User> = {}): User {
  return { id: 7, name: 'Acme', email: null, webhookSecretVersions: [1], callsAllowed: 10, createdAt, ...changes };
}

export function buildAccessToken(changes: Partial<AccessToken> = {}): AccessToken {
  return {
    id: 2001,
    userId: 7,
    hash: 'f'.repeat(64),
    name: 'ci',
    hint: 'rb_abcdef',
    expiresAt: null,
    revokedAt: null,
    createdAt,
    ...changes,
  };
}

export function buildLedgerEntry(changes: Partial<LedgerEntry> = {}): LedgerEntry {
  return { id: 3001, userId: 7, amount: 5_000_000, kind: 'top_up', reference: 'test', createdAt, ...changes };
}

export function buildCampaign(changes: Partial<Campaign> = {}): Campaign {
  return {
    id: 4001,
    userId: 7,
    name: 'Spring',
    assistantId: null,
    timezone: 'UTC',
    ...structuredClone(defaultRules),
    status: 'draft',
    stoppedReason: null,
    createdAt,
    updatedAt: createdAt,
    version: 1,
    ...changes,
  };
}

export function buildDoNotCallEntry(changes: Partial<DoNotCallEntry> = {}): DoNotCallEntry {
  return { userId: 7, phoneNumber: '+12025550101', source: 'api', reason: null, createdAt, ...changes };
}
