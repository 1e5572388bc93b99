import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';
import { toE164 } from '#shared/domain/phone-number/to-e164.ts';

/** What a row of an import says of one lead. */
export interface LeadRow {
  phoneNumber: string;
  secondaryNumbers: string[];
  variables: Record<string, string>;
}

const SECONDARY = /^secondary_phone_([1-9]|10)$/;

/**
 * Understands the heading of a file of leads: `phone_number`, `secondary_phone_1` to `secondary_phone_10`, and any other
 * column, which is a variable of that name. Gives what reads its rows.
 * @throws OpsRefusal when the number has no column, or two columns have one name
 */
export function leadColumns(heading: readonly string[]): (fields: readonly string[]) => LeadRow {
  if (!heading.includes('phone_number')) throw new OpsRefusal('the file has no column phone_number');
  const repeated = heading.find((name, index) => name !== '' && heading.indexOf(name) !== index);
  if (repeated !== undefined) throw new OpsRefusal(`the file has two columns ${repeated}`);
  const orderOf = (name: string) => Number(SECONDARY.exec(name)?.[1]);
  const secondaries = heading
    .filter((name) => SECONDARY.test(name))
    .toSorted((one, other) => orderOf(one) - orderOf(other));
  const others = heading.filter((name) => name !== '' && name !== 'phone_number' && !SECONDARY.test(name));
  return (fields) => {
    const valueOf = (name: string) => fields[heading.indexOf(name)] ?? '';
    return {
      phoneNumber: valueOf('phone_number'),
      secondaryNumbers: secondaries.map(valueOf).filter((number) => number !== ''),
      // An empty cell is a variable that the lead does not have.
      variables: Object.fromEntries(others.map((name) => [name, valueOf(name)]).filter(([, value]) => value !== '')),
    };
  };
}

/** `+12025550100`, however it is written; spreadsheets take the plus for a sign and drop it. */
export function importedNumber(text: string): string | undefined {
  return toE164(text) ?? (/^\d{8,15}$/.test(text) ? toE164(`+${text}`) : undefined);
}
