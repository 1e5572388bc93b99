import { drawId } from '#shared/app/draw-id.ts';
import { requireUser } from '#shared/app/require-user.ts';
import type { LedgerEntry, Wallet } from '#shared/domain/account/account.ts';
import { MICROS_PER_UNIT, toDecimal, type Micros } from '#shared/domain/account/money.ts';
import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { IdSource } from '#shared/ports/id-source.ts';
import type { UserStore } from '#shared/ports/user-store.ts';
import type { WalletStore } from '#shared/ports/wallet-store.ts';

/** A typing error is more likely; and 9,000 of these still add up to an exact number. */
export const MAX_TOP_UP: Micros = 1_000_000 * MICROS_PER_UNIT;

export interface TopUpInput {
  userId: number;
  /** Positive = money in; negative = a correction of earlier ones. */
  amount: Micros;
  note: string;
}

export interface TopUpDeps {
  users: UserStore;
  wallets: WalletStore;
  clock: Clock;
  ids: IdSource;
}

/** @throws OpsRefusal when there is no such user, the amount is out of range, or the money is not there or held for calls */
export async function topUp(input: TopUpInput, deps: TopUpDeps): Promise<{ entry: LedgerEntry; wallet: Wallet }> {
  const { userId, amount, note } = input;
  if (amount === 0 || Math.abs(amount) > MAX_TOP_UP) {
    throw new OpsRefusal(`the amount must not be zero, nor more than ${toDecimal(MAX_TOP_UP)}`);
  }
  await requireUser(userId, deps.users);
  const unnumbered = {
    userId,
    amount,
    kind: amount > 0 ? ('top_up' as const) : ('correction' as const),
    reference: note,
    createdAt: deps.clock.now(),
  };
  const { id, outcome } = await drawId(deps.ids, (drawn) => deps.wallets.book({ id: drawn, ...unnumbered }));
  const wallet = await deps.wallets.get(userId);
  if (!wallet) throw new OpsRefusal(`user ${userId} has no wallet`);
  if (outcome === 'refused') throw new OpsRefusal(`only ${toDecimal(wallet.available)} is available`);
  return { entry: { id, ...unnumbered }, wallet };
}
