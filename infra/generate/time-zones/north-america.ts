import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distinctZones, zonesOfTerritory } from '#infra/generate/time-zones/zone-rules.ts';

/**
 * The geographic area codes of +1, from the report of NANPA (nanpa.com, "NPA Database", file of 2025-11-26): place, letters of the
 * zones, other codes of the same area. For Wendover and Jackpot see below.
 */
const AREA_CODES = join(import.meta.dirname, 'north-america.csv');

const zoneOfLetter: Record<string, string> = {
  A: 'America/Halifax',
  C: 'America/Chicago',
  E: 'America/New_York',
  M: 'America/Denver',
  N: 'America/St_Johns',
  P: 'America/Los_Angeles',
};

const canadianZoneOfLetter: Record<string, string> = {
  C: 'America/Winnipeg',
  E: 'America/Toronto',
  M: 'America/Edmonton',
  P: 'America/Vancouver',
};

/** Where the clocks of a place are not those of its letter, or the report has no letter for them. */
const zonesOfPlace: Record<string, Record<string, string[]>> = {
  'US AZ': { M: ['America/Phoenix'] },
  'US AK': { '': ['America/Anchorage', 'America/Adak'] },
  'US HI': { '': ['Pacific/Honolulu'] },
  'CA SASKATCHEWAN': { C: ['America/Regina'] },
  'CA NEWFOUNDLAND AND LABRADOR': { N: ['America/St_Johns', 'America/Goose_Bay'] },
  'CA NORTHWEST TERRITORIES -YUKON - NUNAVUT': {
    C: ['America/Rankin_Inlet'],
    M: ['America/Edmonton', 'America/Cambridge_Bay'],
    P: ['America/Whitehorse', 'America/Iqaluit'],
  },
};

const territories: Record<string, string> = {
  'US AS': 'AS',
  'US CNMI': 'MP',
  'US GU': 'GU',
  'US PR': 'PR',
  'US VI': 'VI',
  ANGUILLA: 'AI',
  'ANTIGUA/BARBUDA': 'AG',
  BAHAMAS: 'BS',
  BARBADOS: 'BB',
  BERMUDA: 'BM',
  'BRITISH VIRGIN ISLANDS': 'VG',
  'CAYMAN ISLANDS': 'KY',
  DOMINICA: 'DM',
  'DOMINICAN REPUBLIC': 'DO',
  GRENADA: 'GD',
  JAMAICA: 'JM',
  MONTSERRAT: 'MS',
  'SINT MAARTEN': 'SX',
  'ST. KITTS & NEVIS': 'KN',
  'ST. LUCIA': 'LC',
  'ST. VINCENT & GRENADINES': 'VC',
  'TRINIDAD & TOBAGO': 'TT',
  'TURKS & CAICOS ISLANDS': 'TC',
};

/**
 * What the report leaves out: the Navajo Nation (928) has summer time, the north-east and the south-east of British Columbia have
 * the time of Alberta or none in summer, the Magdalen Islands have Atlantic time.
 */
const alsoIn: Record<string, string[]> = {
  '928': ['America/Denver'],
  '236': ['America/Edmonton', 'America/Dawson_Creek'],
  '250': ['America/Edmonton', 'America/Dawson_Creek'],
  '257': ['America/Edmonton', 'America/Dawson_Creek'],
  '672': ['America/Edmonton', 'America/Dawson_Creek'],
  '778': ['America/Edmonton', 'America/Dawson_Creek'],
};
/** Exchanges whose clocks are not those of their area code: West Wendover and Jackpot in Nevada, the Magdalen Islands. */
const exchanges: Record<string, string[]> = {
  '418937': ['America/Halifax'],
  '418969': ['America/Halifax'],
  '418985': ['America/Halifax'],
  '418986': ['America/Halifax'],
  '775664': ['America/Denver'],
  '775755': ['America/Denver'],
};

/** Zones by prefix, without the +. `1`: a number without a place, or of an area code that is newer than the report. */
export function northAmerica(): Array<[prefix: string, zones: string[]]> {
  const [, ...lines] = readFileSync(AREA_CODES, 'utf8').trim().split('\n');
  const rows = new Map(
    lines.map((line) => {
      const [code = '', place = '', letters = '', overlay = ''] = line.split(',');
      return [code, { place, letters, overlay: overlay.split(' ').filter(Boolean) }];
    }),
  );
  const areas = [...rows].map(([code, { place, letters, overlay }]): [string, string[]] => {
    const all = new Set(
      [letters, ...overlay.map((other) => rows.get(other)?.letters ?? '')].flatMap((text) => text.split('')),
    );
    const zones = zonesAt(place, all.size > 0 ? [...all] : ['']);
    return [`1${code}`, distinctZones([...zones, ...(alsoIn[code] ?? [])])];
  });
  const everywhere = distinctZones(areas.flatMap(([, zones]) => zones));
  return [
    ['1', everywhere],
    ...areas,
    ...Object.entries(exchanges).map(([prefix, zones]): [string, string[]] => [`1${prefix}`, zones]),
  ];
}

function zonesAt(place: string, letters: readonly string[]): string[] {
  const territory = territories[place];
  if (territory !== undefined) return zonesOfTerritory(territory);
  return letters.flatMap((letter) => {
    const usual = (place.startsWith('CA ') && canadianZoneOfLetter[letter]) || zoneOfLetter[letter];
    const zones = zonesOfPlace[place]?.[letter] ?? usual;
    if (zones === undefined) throw new Error(`no time zone of ${place} for "${letter}"`);
    return zones;
  });
}
