import * as v from 'valibot';
import { toDecimal, type UserStore, type WalletStore } from '#shared/accounts/account.ts';
import type { CallList } from '#shared/calls/listing/call-list.ts';
import { money, plainText, wholeNumber } from '#shared/platform/http/record-fields.ts';

export const UserRecord = v.pipe(
  v.strictObject({
    name: plainText('Northwind Dental'),
    email: v.pipe(plainText('ops@northwind.example'), v.description('Empty where none is known.')),
    total_balance: v.pipe(money(97.25), v.description('Money held for calls that run is still in it.')),
    calls_now: v.pipe(
      wholeNumber(2),
      v.minValue(0),
      v.description('Calls that are being made or talked at this moment.'),
    ),
    calls_allowed: v.pipe(
      wholeNumber(10),
      v.minValue(1),
      v.description('The most calls that campaigns may have at the same time.'),
    ),
  }),
  v.title('UserRecord'),
);
export type UserRecord = v.InferOutput<typeof UserRecord>;

export interface GetCurrentUserDeps {
  users: UserStore;
  wallets: WalletStore;
  callList: CallList;
}

const oneRow = { page: 1, perPage: 1 };

export async function getCurrentUser(
  userId: number,
  { users, wallets, callList }: GetCurrentUserDeps,
): Promise<UserRecord> {
  const [user, wallet, live] = await Promise.all([
    users.get(userId),
    wallets.get(userId),
    callList.list(userId, { isLive: true }, oneRow),
  ]);
  if (!user || !wallet) throw new Error(`user ${userId} has a valid token but does not exist`);
  return {
    name: user.name,
    email: user.email ?? '',
    total_balance: toDecimal(wallet.balance),
    calls_now: live.total,
    calls_allowed: user.callsAllowed,
  };
}
