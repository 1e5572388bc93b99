import metadata from 'libphonenumber-js/metadata.max.json';
import * as v from 'valibot';
import type { NumberKind } from '#shared/destinations/number-kind.ts';

/** Positions in the list of types that a country has, and a calling code without a country. */
const listed = [
  ['premium rate', 3],
  ['personal number', 4],
  ['pager', 7],
  ['shared cost', 9],
] as const satisfies ReadonlyArray<readonly [NumberKind, number]>;

/** The metadata has types for their numbers, such as mobile. The carrier charges for the network, whatever the type. */
const networks: Readonly<Record<string, NumberKind>> = {
  870: 'satellite',
  881: 'satellite',
  878: 'international network',
  882: 'international network',
  883: 'international network',
  888: 'international network',
};
const WHOLE_NETWORK = String.raw`\d+`;

/** Networks connect a call when they have enough digits: with one more, a number of the kind is the same number. */
const FURTHER_DIGITS = String.raw`\d*`;

/** Numbers of this type begin like those of the kind, and are longer: 1800 1234 is free in Andorra, and 1800 12 has a premium rate. */
const beginsAlike: Readonly<Record<string, { kind: NumberKind; position: number }>> = {
  55: { kind: 'shared cost', position: 1 },
  64: { kind: 'premium rate', position: 2 },
  81: { kind: 'personal number', position: 1 },
  86: { kind: 'shared cost', position: 0 },
  376: { kind: 'premium rate', position: 2 },
};

const CALLING_CODE = 0;
const TYPES = 11;

const Plan = v.pipe(
  v.array(v.unknown()),
  v.transform((plan) => ({ callingCode: plan[CALLING_CODE], types: plan[TYPES] || [] })),
  v.object({ callingCode: v.string(), types: v.array(v.unknown()) }),
);
const Plans = v.object({ countries: v.record(v.string(), Plan), nonGeographic: v.record(v.string(), Plan) });
/** A type without numbers is `0`. */
const TypeOfNumber = v.looseTuple([v.pipe(v.string(), v.minLength(1))]);

type Row = Partial<Record<NumberKind, string>>;

/** By calling code, then by kind: the pattern of what follows the code. Countries that share a code share its row. */
export function numberKindTable(): Record<string, Row> {
  const { countries, nonGeographic } = v.parse(Plans, metadata);
  const byCode = Map.groupBy(
    [...Object.values(countries), ...Object.values(nonGeographic)],
    (plan) => plan.callingCode,
  );
  const rows = [...byCode].map(([code, plans]) => {
    const network = networks[code];
    const row = network === undefined ? rowOf(code, plans) : { [network]: WHOLE_NETWORK };
    return [code, row] as const;
  });
  return Object.fromEntries(rows.filter(([, row]) => Object.keys(row).length > 0));
}

function rowOf(code: string, plans: ReadonlyArray<v.InferOutput<typeof Plan>>): Row {
  const patternOf = (position: number) => {
    const patterns = plans.flatMap(({ types }) => (v.is(TypeOfNumber, types[position]) ? [types[position][0]] : []));
    return [...new Set(patterns)].join('|');
  };
  const kinds = listed.flatMap(([kind, position]) => {
    const pattern = patternOf(position);
    if (pattern === '') return [];
    const alike = beginsAlike[code];
    const others = alike?.kind === kind ? `(?!(?:${patternOf(alike.position)})$)` : '';
    const exact = others === '' ? '' : `${pattern}|`;
    return [[kind, `${exact}${others}(?:${pattern})${FURTHER_DIGITS}`] as const];
  });
  return Object.fromEntries(kinds);
}
