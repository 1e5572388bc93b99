import { ApiError, type Ringback } from '@ringback/client';
import { type Session, UsageError } from './session.ts';
import { readTypedNumber } from '../../imports/src/typed-number.ts';

/** The country of the user's numbers without a plus; undefined without one, or when the token may not read it. */
export async function defaultCountry(client: Ringback): Promise<string | undefined> {
  try {
    return (await client.me()).default_country ?? undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return undefined;
    throw error;
  }
}

/** A number of the command line in E.164. It says what it understood. @throws UsageError when it cannot be understood */
export async function typedNumber(text: string, client: Ringback, session: Session): Promise<string> {
  const international = readTypedNumber(text);
  const number = 'refused' in international ? readTypedNumber(text, await defaultCountry(client)) : international;
  if ('refused' in number) throw new UsageError(number.refused);
  if (number.phoneNumber !== text) session.note(`${text} is ${number.shown}`);
  return number.phoneNumber;
}

/** The number of a filter. Callers may have a name instead (`anonymous`). @throws UsageError, as above */
export async function searchedNumber(
  text: string | undefined,
  client: Ringback,
  session: Session,
): Promise<string | undefined> {
  return text === undefined || /\p{L}/u.test(text) ? text : typedNumber(text, client, session);
}
