import { toDecimal } from '#shared/domain/account/money.ts';
import { callStatuses, isFinal } from '#shared/domain/call/call-status.ts';
import type { CallList } from '#shared/ports/call-list.ts';
import type { UserStore } from '#shared/ports/user-store.ts';
import type { WalletStore } from '#shared/ports/wallet-store.ts';

export interface ShowUserDeps {
  users: UserStore;
  wallets: WalletStore;
  callList: CallList;
}

/** The user as the API shows it. */
export interface UserRecord {
  name: string;
  email: string | null;
  total_balance: number;
  calls_now: number;
  calls_allowed: number;
}

/** The line of an ended call is free again, although its final status is still to come. */
const liveStatuses = callStatuses.filter((status) => status !== 'ended' && !isFinal(status));
const oneRow = { page: 1, perPage: 1 };

export async function showUser(userId: number, { users, wallets, callList }: ShowUserDeps): Promise<UserRecord> {
  const [user, wallet, ...live] = await Promise.all([
    users.get(userId),
    wallets.get(userId),
    ...liveStatuses.map((status) => callList.list(userId, { status }, oneRow)),
  ]);
  if (!user || !wallet) throw new Error(`the token of user ${userId} is good, and the user is not there`);
  return {
    name: user.name,
    email: user.email,
    total_balance: toDecimal(wallet.balance),
    calls_now: live.reduce((sum, { total }) => sum + total, 0),
    calls_allowed: user.callsAllowed,
  };
}
