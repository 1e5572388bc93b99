import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max';

/** Digits behind the calling code by which groups are told apart. A third one would double the table. */
const DEPTH = 2;
const LENGTHS = [7, 8, 9, 10, 11];
/** What a sample number is filled up with: some ranges have only one of them. */
const FILLS = ['2', '7'];

/**
 * How countries group the digits of a number, as libphonenumber writes it internationally: the lengths of all groups but the last one
 * (`2-2-4`: +44 20 7123 …), with the prefixes of the numbers that are grouped so. The longest prefix counts.
 */
export function numberGroups(): string {
  const codes = new Set(getCountries().map((country) => getCountryCallingCode(country)));
  const rows = new Map<string, string[]>();
  for (const code of codes) {
    for (const [prefix, groups] of withoutRepeats(code, groupsOfCode(code))) {
      rows.set(groups, [...(rows.get(groups) ?? []), prefix]);
    }
  }
  const lines = [...rows].map(([groups, prefixes]) => `"${groups}": "${prefixes.join(' ')}"`);
  return `{\n  ${lines.join(',\n  ')}\n}\n`;
}

/** By prefix, from the calling code on. A prefix has the groups of most prefixes that are one digit longer. */
function groupsOfCode(code: string): Map<string, string> {
  const found = new Map<string, string>();
  const look = (national: string): string | undefined => {
    const longer =
      national.length < DEPTH ? Array.from({ length: 10 }, (_, digit) => look(national + String(digit))) : [];
    const groups = mostFrequent(longer.filter((one) => one !== undefined)) ?? usualGroups(code, national);
    if (groups !== undefined) found.set(code + national, groups);
    return groups;
  };
  look('');
  return found;
}

function mostFrequent(all: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

/** Of most valid samples, or of most possible ones: in +1 a sample would need an area code that exists. */
function usualGroups(code: string, national: string): string | undefined {
  const samples = LENGTHS.flatMap((length) =>
    FILLS.flatMap((fill) => parsePhoneNumberFromString(`+${code}${national.padEnd(length, fill)}`) ?? []),
  );
  const valid = samples.filter((number) => number.isValid());
  const used = valid.length > 0 || national !== '' ? valid : samples.filter((one) => one.isPossible());
  return mostFrequent(used.map(groupsOf));
}

function groupsOf(number: PhoneNumber): string {
  const parts = number.formatInternational().slice(1).split(/\D+/);
  return parts
    .slice(0, -1)
    .map((part) => part.length)
    .join('-');
}

function withoutRepeats(code: string, found: ReadonlyMap<string, string>): Array<[string, string]> {
  return [...found].filter(([prefix, groups]) => {
    const shorter = Array.from(prefix, (_, index) => prefix.slice(0, -index)).slice(1);
    const parent = shorter.find((one) => one.length >= code.length && found.has(one));
    return parent === undefined || found.get(parent) !== groups;
  });
}
