import * as v from 'valibot';
import { toDecimal, type UserStore, type WalletStore } from '#shared/accounts/account.ts';
import { defaultCountryField } from '#shared/accounts/default-country.ts';
import type { CallList } from '#shared/calls/listing/call-list.ts';
import { money, plainText, wholeNumber } from '#shared/platform/http/record-fields.ts';

export const UserRecord = v.pipe(
  v.strictObject({
    name: plainText('Northwind Dental'),
    email: v.pipe(
      plainText('ops@northwind.example'),
      v.description('The e-mail address of the user. It is empty if none is known.'),
    ),
    total_balance: v.pipe(
      money(97.25),
      v.description('The balance. It includes the money that is held for open calls.'),
    ),
    calls_now: v.pipe(
      wholeNumber(2),
      v.minValue(0),
      v.description('The number of open calls, with those that wait to be dialled.'),
    ),
    calls_allowed: v.pipe(
      wholeNumber(10),
      v.minValue(1),
      v.description('The limit of calls that the campaigns of this user may make at the same time.'),
    ),
    default_country: defaultCountryField(),
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
    default_country: user.defaultCountry ?? null,
  };
}
