import { createMemoryCarrier } from '#test/support/memory/carrier.ts';
import { createMemorySmsStore } from '#test/support/memory/sms.ts';
import { sumOf } from '#shared/accounts/account.ts';
import type { Sms } from '#shared/sms/sms.ts';
import { createCountingIds, createFixedClock, createObservers } from '#test/support/fakes.ts';
import { buildSms } from '#test/support/builders.ts';

export const carrierMessageId = `SM${'1'.padStart(32, '0')}`;
const FUNDS = 1_000_000;

/** One message that was accepted and charged, and memory twins of everything that moves it. */
export async function storeSms(changes: Partial<Sms> = {}, { takesUnknown = false } = {}) {
  const clock = createFixedClock();
  const messages = createMemorySmsStore();
  const stored = buildSms(changes);
  const { userId } = stored;
  messages.state.wallets.set(userId, { balance: FUNDS, available: FUNDS });
  messages.state.ledger.push({ id: 1, userId, amount: FUNDS, kind: 'top_up', reference: '', createdAt: 1 });
  const ids = createCountingIds(clock);
  const key = { userId, smsId: stored.id };
  const store = async (sms: Sms) => {
    const entry = {
      id: ids.recordId(),
      userId,
      amount: -sms.totalCost,
      kind: 'sms',
      reference: String(sms.id),
    } as const;
    return messages.createWithCharge(sms, { ...entry, createdAt: sms.createdAt });
  };
  await store(stored);
  return {
    key,
    clock,
    messages,
    ids,
    store,
    carrier: createMemoryCarrier({ takesUnknown, now: () => clock.now() }),
    ...createObservers(),
    now: async () => messages.get(key),
    /** What has been taken from the wallet; the ledger must say the same. */
    spent: () => {
      const { balance, available } = messages.state.wallets.get(userId)!;
      if (balance !== sumOf(messages.state.ledger) || balance !== available)
        throw new Error('the money does not add up');
      return FUNDS - balance;
    },
  };
}
