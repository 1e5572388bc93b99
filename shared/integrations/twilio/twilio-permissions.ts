import * as v from 'valibot';
import type { TwilioAccount } from '#shared/integrations/twilio/twilio-accounts.ts';
import { errorOf } from '#shared/integrations/twilio/twilio-api.ts';
import type { CarrierPermissions, DialingPermission } from '#shared/numbers/carrier-account.ts';

const PAGE_SIZE = 200;
/** 215 countries are two pages. */
const MOST_PAGES = 20;
const TIMEOUT_MS = 10_000;

const Flag = v.optional(v.nullable(v.boolean()), false);

/** https://www.twilio.com/docs/voice/api/dialingpermissions-country-resource */
const CountryPage = v.object({
  content: v.array(
    v.object({
      iso_code: v.string(),
      name: v.optional(v.nullable(v.string()), ''),
      low_risk_numbers_enabled: Flag,
      high_risk_special_numbers_enabled: Flag,
      high_risk_tollfraud_numbers_enabled: Flag,
    }),
  ),
  meta: v.object({ next_page_url: v.optional(v.nullable(v.string()), null) }),
});
type CountryResource = v.InferOutput<typeof CountryPage>['content'][number];

/** The geographic permissions of voice. Twilio has them at a host of its own. */
export function createTwilioPermissions({ apiUrl, accountSid, authToken }: TwilioAccount): CarrierPermissions {
  const origin = apiUrl.replace('//api.', '//voice.');
  return {
    async list() {
      const authorization = `Basic ${Buffer.from(`${accountSid}:${await authToken()}`).toString('base64')}`;
      const found: DialingPermission[] = [];
      let url: string | null = `${origin}/v1/DialingPermissions/Countries?PageSize=${PAGE_SIZE}`;
      for (let page = 0; url !== null; page += 1) {
        if (page === MOST_PAGES) throw new Error('Twilio lists its countries without an end');
        const { content, meta } = await readPage(url, authorization);
        found.push(...content.map(toPermission));
        url = meta.next_page_url;
        // The token must not go to another host.
        if (url !== null && new URL(url).origin !== new URL(origin).origin)
          throw new Error('the next page is elsewhere');
      }
      return found;
    },
  };
}

/** @throws Error unless Twilio answers with a page */
async function readPage(url: string, authorization: string) {
  const response = await fetch(url, {
    headers: { authorization },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new Error(`Twilio answered ${response.status}: ${errorOf(body).code}`);
  return v.parse(CountryPage, body);
}

function toPermission(country: CountryResource): DialingPermission {
  return {
    country: country.iso_code,
    name: country.name ?? '',
    ordinary: country.low_risk_numbers_enabled ?? false,
    special: country.high_risk_special_numbers_enabled ?? false,
    highRisk: country.high_risk_tollfraud_numbers_enabled ?? false,
  };
}
