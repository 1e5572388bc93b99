import { describe, expect, it } from 'vitest';
import { differences } from '#infra/admin/commands/carriers.ts';
import { destinationRules } from '#shared/destinations/destination-rules.ts';
import { createTwilioPermissions } from '#shared/integrations/twilio/twilio-permissions.ts';
import { authorization, useSimulatedTwilio } from '#test/stores/simulated-twilio.ts';

const twilio = useSimulatedTwilio(1000, () => '');
const permissions = (token?: string) =>
  createTwilioPermissions({ name: 'default', ...twilio.options(token === undefined ? {} : { token }) });
const PATH = '/v1/DialingPermissions/Countries';
const page = (next_page_url: string | null, iso_code: string) => ({
  status: 200,
  body: JSON.stringify({
    content: [{ iso_code, low_risk_numbers_enabled: true }],
    meta: { key: 'content', next_page_url },
  }),
});

describe('the permissions of an account', () => {
  it('are those of all countries', async () => {
    const found = await permissions().list();
    expect(found).toHaveLength(12);
    const latvia = { country: 'LV', name: 'Latvia', ordinary: true, special: true, highRisk: true };
    expect(found).toContainEqual(latvia);
    expect(found.find(({ country }) => country === 'SO')).toMatchObject({ ordinary: false, special: false });
  });

  it('are refused with a wrong token', async () => {
    await expect(permissions('wrong').list()).rejects.toThrow('Twilio answered 401: 20003');
  });

  it('come in pages, as the carrier documents them', async () => {
    const { apiUrl } = twilio.options();
    const read = async (url: string) => (await fetch(url, { headers: { authorization } })).json();
    const codes: string[] = [];
    let url: string | null = `${apiUrl}${PATH}?PageSize=5`;
    const origins = new Set<string>();
    for (let pages = 0; url !== null && pages < 9; pages += 1) {
      const { content, meta } = (await read(url)) as {
        content: Array<{ iso_code: string }>;
        meta: Record<string, string>;
      };
      expect(meta).toMatchObject({ key: 'content', page: pages, page_size: 5 });
      codes.push(...content.map(({ iso_code }) => iso_code));
      url = meta['next_page_url'] ?? null;
      if (url !== null) {
        origins.add(new URL(url).pathname);
        url = `${apiUrl}${new URL(url).pathname}${new URL(url).search}`;
      }
    }
    expect([codes.length, new Set(codes).size, origins]).toEqual([12, 12, new Set([PATH])]);
    const filtered = await read(`${apiUrl}${PATH}?HighRiskSpecialNumbersEnabled=true`);
    expect(filtered).toMatchObject({
      content: [{ iso_code: 'LV' }, { iso_code: 'GB' }],
      meta: { next_page_url: null },
    });
  });

  it('are read to the last page, and from no other host', async () => {
    const { apiUrl } = twilio.options();
    twilio.answer(page(`${apiUrl}${PATH}?Page=1`, 'US'), page(null, 'GB'));
    expect((await permissions().list()).map(({ country }) => country)).toEqual(['US', 'GB']);
    twilio.answer(page('https://voice.example.com/v1/DialingPermissions/Countries?Page=1', 'US'));
    await expect(permissions().list()).rejects.toThrow('the next page is elsewhere');
  });
});

it('lists what the account may call and the stage does not, and what fails', async () => {
  const found = await permissions().list();
  const rowsOf = (rules: ReturnType<typeof destinationRules>) =>
    differences(found, rules).map(({ country, difference }) => `${country} ${difference.split(/[:,]/)[0]}`);
  expect(rowsOf(destinationRules())).toEqual([
    'LV the account may call premium and shared-cost numbers',
    'LV the account may call ranges that Twilio knows from fraud',
    'GB the account may call premium and shared-cost numbers',
  ]);
  const narrow = destinationRules({ countries: ['US', 'GB', 'BR'], kinds: { 'premium rate': { perMinute: 2 } } });
  expect(rowsOf(narrow)).toEqual([
    'AU the account may call it',
    'AT the account may call it',
    'BR this stage calls it',
    'FR the account may call it',
    'DE the account may call it',
    'IE the account may call it',
    'LV the account may call it',
    'LV the account may call premium and shared-cost numbers',
    'LV the account may call ranges that Twilio knows from fraud',
  ]);
});
