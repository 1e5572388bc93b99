import type { ApiRequest, ApiResponse } from '#line/api-message.ts';
import type { CarrierContext } from '#twilio/context/simulator-context.ts';
import { RestError } from '#twilio/rest/api-message.ts';

export const PERMISSIONS_PATH = '/v1/DialingPermissions/Countries';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 1000;

/** Code, name, continent, calling code, and what may be called: ordinary, special, known from fraud. */
const countries = [
  ['AU', 'Australia', 'OCEANIA', '+61', true, false, false],
  ['AT', 'Austria', 'EUROPE', '+43', true, false, false],
  ['BR', 'Brazil', 'SOUTH_AMERICA', '+55', false, false, false],
  ['CU', 'Cuba', 'NORTH_AMERICA', '+53', false, false, false],
  ['FR', 'France', 'EUROPE', '+33', true, false, false],
  ['DE', 'Germany', 'EUROPE', '+49', true, false, false],
  ['IN', 'India', 'ASIA', '+91', false, false, false],
  ['IE', 'Ireland', 'EUROPE', '+353', true, false, false],
  ['LV', 'Latvia', 'EUROPE', '+371', true, true, true],
  ['SO', 'Somalia', 'AFRICA', '+252', false, false, false],
  ['GB', 'United Kingdom', 'EUROPE', '+44', true, true, false],
  ['US', 'United States/Canada', 'NORTH_AMERICA', '+1', true, false, false],
] as const;

/**
 * The geographic permissions of voice, which the carrier has at a host of its own. The simulated carrier calls every number all the same.
 * https://www.twilio.com/docs/voice/api/dialingpermissions-country-resource
 */
export function answerPermissions(request: ApiRequest, context: CarrierContext): ApiResponse {
  const { method, query, authorization } = request;
  const expected = Buffer.from(`${context.accountSid}:${context.authToken}`).toString('base64');
  if (authorization !== `Basic ${expected}`) throw new RestError(401, 20_003, 'Authenticate');
  if (method !== 'GET') throw new RestError(405, 20_004, `Method ${method} not allowed`);
  const size = Math.min(Math.max(Number(query.get('PageSize') ?? DEFAULT_PAGE_SIZE) || 1, 1), MAX_PAGE_SIZE);
  const page = Math.max(Number(query.get('Page') ?? 0) || 0, 0);
  const all = countries.filter((country) => matches(country, query));
  const urlOf = (number: number) => pageUrl(context.baseUrl(), query, { size, number });
  return {
    status: 200,
    json: {
      content: all.slice(page * size, (page + 1) * size).map((country) => resourceOf(country, context.baseUrl())),
      meta: {
        first_page_url: urlOf(0),
        key: 'content',
        next_page_url: (page + 1) * size < all.length ? urlOf(page + 1) : null,
        page,
        page_size: size,
        previous_page_url: page > 0 ? urlOf(page - 1) : null,
        url: urlOf(page),
      },
    },
  };
}

type Country = (typeof countries)[number];

function matches([isoCode, , continent, code, ordinary, special, highRisk]: Country, query: URLSearchParams): boolean {
  const wanted: ReadonlyArray<readonly [string, string]> = [
    ['IsoCode', isoCode],
    ['Continent', continent],
    ['CountryCode', code],
    ['LowRiskNumbersEnabled', String(ordinary)],
    ['HighRiskSpecialNumbersEnabled', String(special)],
    ['HighRiskTollfraudNumbersEnabled', String(highRisk)],
  ];
  return wanted.every(([name, value]) => (query.get(name) ?? value) === value);
}

function pageUrl(origin: string, query: URLSearchParams, { size, number }: { size: number; number: number }): string {
  const parameters = new URLSearchParams(query);
  parameters.set('PageSize', String(size));
  parameters.set('Page', String(number));
  if (number > 0) parameters.set('PageToken', `PA${number}`);
  else parameters.delete('PageToken');
  return `${origin}${PERMISSIONS_PATH}?${parameters.toString()}`;
}

function resourceOf([isoCode, name, continent, code, ordinary, special, highRisk]: Country, origin: string) {
  const url = `${origin}${PERMISSIONS_PATH}/${isoCode}`;
  return {
    iso_code: isoCode,
    name,
    continent,
    country_codes: [code],
    low_risk_numbers_enabled: ordinary,
    high_risk_special_numbers_enabled: special,
    high_risk_tollfraud_numbers_enabled: highRisk,
    url,
    links: { highrisk_special_prefixes: `${url}/HighRiskSpecialPrefixes` },
  };
}
