import { isValidPhoneNumber } from 'libphonenumber-js';
import timeZones from '#shared/catalog/time-zones.json' with { type: 'json' };

const MAINLAND = /^America\/(?:New_York|Chicago|Denver|Los_Angeles|Detroit|Phoenix)$/;

/** Of the United States without their islands, in service: 357. */
const areaCodes = timeZones.areas
  .flatMap(({ zones, prefixes }) =>
    zones.every((index) => MAINLAND.test(timeZones.zones[index] ?? ''))
      ? prefixes.split(' ').filter((prefix) => /^1[2-9]\d\d$/.test(prefix))
      : [],
  )
  .filter((prefix) => isValidPhoneNumber(`+${prefix}5550100`));

/**
 * A simulated customer who does the same as the one at `+1202555…`, in another area: a number has one call at a time.
 * @param index the next one has another number; after 357 of them they come again
 */
export const numberLike = (number: string, index: number): string =>
  `+${areaCodes[index % areaCodes.length]}${number.slice('+1202'.length)}`;
