import * as v from 'valibot';
import { toDecimal, type UserStore, type WalletStore } from '#shared/accounts/account.ts';
import type { CallList } from '#shared/calls/listing/call-list.ts';
import { isCountry } from '#shared/platform/e164.ts';
import { fillSentence, invalidFields, sentences } from '#shared/platform/errors.ts';
import { countryCode, money, plainText, wholeNumber } from '#shared/platform/http/record-fields.ts';

/** @__NO_SIDE_EFFECTS__ */
function defaultCountryField() {
  return v.pipe(
    v.nullable(countryCode('DE')),
    v.description('The country of numbers without a plus in files and forms, as a code of two letters, or null.'),
  );
}

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

export const DefaultCountryRecord = v.pipe(
  v.strictObject({ default_country: defaultCountryField() }),
  v.title('DefaultCountryRecord'),
);
export type DefaultCountryRecord = v.InferOutput<typeof DefaultCountryRecord>;

export interface SetDefaultCountryDeps {
  users: Pick<UserStore, 'update'>;
}

/** `null`: numbers without a plus are refused where nothing else states a country. @throws AppError validation_failed */
export async function setDefaultCountry(
  { userId, country }: { userId: number; country: string | null | undefined },
  { users }: SetDefaultCountryDeps,
): Promise<DefaultCountryRecord> {
  if (country === undefined) throw refused(sentences.required);
  if (country !== null && !isCountry(country)) throw refused(sentences.selected);
  const defaultCountry = country?.toUpperCase() ?? null;
  await users.update(userId, { defaultCountry });
  return { default_country: defaultCountry };
}

const refused = (sentence: string) => invalidFields({ default_country: [fillSentence(sentence, 'default_country')] });
