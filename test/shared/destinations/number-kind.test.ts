import { sample, stringMatching } from 'fast-check';
import { parsePhoneNumberFromString, type NumberType } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';
import { describe, expect, it } from 'vitest';
import { kindOf, type NumberKind } from '#shared/destinations/number-kind.ts';
import { toE164 } from '#shared/platform/e164.ts';

/** The order of the metadata. An empty pattern is that of the type before. */
const types = ['fixed', 'mobile', 'free', 'premium', 'personal', 'voicemail', 'company', 'pager', 'voip', 'shared'];
const SAMPLES = 40;

interface Numbers {
  callingCode: string;
  place: string;
  type: string;
  pattern: string;
}

const plans: Array<[string, unknown[]]> = Object.entries({ ...metadata.countries, ...metadata.nonGeographic }) as never;
const numbers: Numbers[] = plans.flatMap(([place, plan]) =>
  types.flatMap((type, index) => {
    const [pattern] = (((plan[11] || []) as unknown[])[index] || []) as string[];
    return pattern ? [{ place, callingCode: plan[0] as string, type, pattern }] : [];
  }),
);

const ofTypes: Partial<Record<NonNullable<NumberType>, NumberKind>> = {
  PREMIUM_RATE: 'premium rate',
  SHARED_COST: 'shared cost',
  PERSONAL_NUMBER: 'personal number',
  PAGER: 'pager',
};

/** What the whole metadata says, which no bundle has room for. */
function expectedKind(e164: string): NumberKind | undefined {
  if (/^\+8(70|81)/.test(e164)) return 'satellite';
  if (/^\+8(78|82|83|88)/.test(e164)) return 'international network';
  const type = parsePhoneNumberFromString(e164)?.getType();
  return type && ofTypes[type];
}

const kindOfType = { premium: 1, personal: 1, pager: 1, shared: 1 };

function kindWhenOverdialled(longer: string, e164: string): NumberKind | undefined {
  return parsePhoneNumberFromString(longer)?.isValid() === true ? expectedKind(longer) : kindOf(e164);
}

function samplesOf({ callingCode, pattern }: Numbers, numRuns = SAMPLES): string[] {
  const national = sample(stringMatching(new RegExp(`^(?:${pattern})$`)), { numRuns, seed: 20261127 });
  // A number that another country of the code has, or no country, is not what the pattern is about.
  return national
    .map((digits) => `+${callingCode}${digits}`)
    .filter((e164) => parsePhoneNumberFromString(e164)?.isValid());
}

describe('the kind of a number', () => {
  it('is that of the whole metadata, for numbers of every country and type', () => {
    const wrong = numbers.flatMap((one) =>
      samplesOf(one).flatMap((e164) => {
        const [expected, found] = [expectedKind(e164), kindOf(e164)];
        return expected === found
          ? []
          : [`${one.place} ${one.type} ${e164}: ${found ?? 'none'}, not ${expected ?? 'none'}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  // Networks connect a call when they have enough digits, and +49 900 1 123456 7 is that of +49 900 1 123456.
  it('stays with further digits, unless they make it another number of the whole metadata', () => {
    const further = ['0', '5', '12', '99', '123', '4567'];
    const wrong = numbers.flatMap((one) =>
      Object.keys(kindOfType).includes(one.type)
        ? samplesOf(one, 10).flatMap((e164) =>
            further
              .map((digits) => e164 + digits)
              .filter((longer) => toE164(longer) === longer && kindOf(longer) !== kindWhenOverdialled(longer, e164))
              .map((longer) => `${one.place} ${one.type} ${longer}: ${kindOf(longer) ?? 'none'}`),
          )
        : [],
    );
    expect(wrong).toEqual([]);
  });
});

describe('emergency and short numbers', () => {
  const callingCodes = [...new Set(numbers.map(({ callingCode }) => callingCode))];
  const emergency = [
    '000',
    '110',
    '111',
    '112',
    '113',
    '117',
    '118',
    '119',
    '122',
    '15',
    '18',
    '190',
    '911',
    '988',
    '999',
  ];

  it('are no numbers of E.164, with and without the calling code of any country', () => {
    const written = emergency.flatMap((short) => [
      short,
      `+${short}`,
      ...callingCodes.map((code) => `+${code}${short}`),
    ]);
    expect(written.filter((text) => toE164(text) !== undefined)).toEqual([]);
  });

  it('none has three digits or fewer behind the calling code', () => {
    const all = callingCodes.flatMap((code) => Array.from({ length: 1000 }, (_, short) => `+${code}${short}`));
    expect(all.filter((text) => toE164(text) !== undefined)).toEqual([]);
  });
});
