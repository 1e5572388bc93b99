import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, it } from 'vitest';
import { WITHOUT_NUMBERS } from '#infra/admin/commands/destinations.ts';
import { countryOf } from '#shared/platform/e164.ts';
import { setupAdmin } from '#test/infra/admin/admin.ts';

async function setup() {
  const admin = setupAdmin();
  await admin.json('user', 'create', '--name', 'Acme');
  const destinations = (...args: string[]) => admin.json('user', 'destinations', '--user', '1', ...args);
  return { ...admin, destinations };
}

it('shows where a user may call, and what the user has reached', async () => {
  const { deps, destinations } = await setup();
  for (const country of ['US', 'GB']) await deps.users.addCountry(1, country);
  const shown = { id: 1, name: 'Acme', countries: 'stage', expensive_per_day: 'stage: 5', reached_countries: 'GB,US' };
  expect(await destinations()).toEqual(shown);
});

it('changes the countries and the limit of a user, and gives them back to the stage', async () => {
  const { deps, destinations } = await setup();
  const changed = { countries: 'US,CA', expensive_per_day: 200 };
  expect(await destinations('--countries', 'us, ca,US', '--spend-per-day', '200')).toMatchObject(changed);
  expect(await deps.users.get(1)).toMatchObject({ allowedCountries: ['US', 'CA'], expensivePerDay: 200_000_000 });
  expect(await destinations('--spend-per-day', '0')).toMatchObject({ countries: 'US,CA', expensive_per_day: 0 });
  const ofStage = { countries: 'stage', expensive_per_day: 'stage: 5' };
  expect(await destinations('--countries', 'stage', '--spend-per-day', 'stage')).toMatchObject(ofStage);
});

it.each([
  { args: ['--countries', 'UK'], error: 'UK is no country' },
  { args: ['--countries', ''], error: 'is no country' },
  { args: ['--countries', 'NO,SJ'], error: 'The numbers of SJ count as those of NO' },
  { args: ['--spend-per-day', '-1'], error: 'must not be negative' },
  { args: ['--spend-per-day', 'much'], error: 'must be an amount' },
])('refuses $args', async ({ args, error }) => {
  const { run } = await setup();
  const refused = await run('user', 'destinations', '--user', '1', ...args);
  expect([refused.exitCode, refused.error]).toEqual([1, expect.stringContaining(error)]);
});

it('compares a carrier account with the stage', async () => {
  const { run, json } = await setup();
  expect(await json('carrier', 'check')).toEqual([]);
  expect((await run('carrier', 'check', '--account', 'third')).error).toContain('no carrier account third');
});

it('knows the countries whose numbers count as those of another one', () => {
  const found = Object.entries(examples).flatMap(([code, national]) => {
    const country = isSupportedCountry(code) ? countryOf(`+${getCountryCallingCode(code)}${national}`) : undefined;
    return country === code ? [] : [[code, country]];
  });
  expect(Object.fromEntries(found)).toEqual(WITHOUT_NUMBERS);
});
