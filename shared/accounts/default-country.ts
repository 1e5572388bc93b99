import * as v from 'valibot';
import type { UserStore } from '#shared/accounts/account.ts';
import { isCountry } from '#shared/platform/e164.ts';
import { fillSentence, invalidFields, sentences } from '#shared/platform/errors.ts';
import { countryCode } from '#shared/platform/http/record-fields.ts';

/** @__NO_SIDE_EFFECTS__ */
export function defaultCountryField() {
  return v.pipe(
    v.nullable(countryCode('DE')),
    v.description('The country of numbers without a plus in files and forms, as a code of two letters, or null.'),
  );
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
