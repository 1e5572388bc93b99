import type { AccessToken, Campaign, LedgerEntry, User } from '#shared/domain/account/account.ts';

const createdAt = Date.UTC(2026, 0, 1);

export function buildUser(changes: Partial<User> = {}): User {
  return { id: 7, name: 'Acme', email: null, webhookSecretVersions: [1], createdAt, ...changes };
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
  return { id: 4001, userId: 7, name: 'Spring', createdAt, ...changes };
}
