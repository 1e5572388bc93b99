import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setupAdmin } from '#test/infra/admin/admin.ts';
import { buildDoNotCallEntry } from '#test/support/builders.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imports-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function fileOf(...lines: string[]): Promise<string> {
  files += 1;
  const path = join(folder, `${files}.csv`);
  await writeFile(path, lines.join('\n'));
  return path;
}

async function setup() {
  const admin = setupAdmin();
  await admin.json('user', 'create', '--name', 'Northwind');
  const { id: campaignId } = await admin.json<{ id: number }>('campaign', 'create', '--user', '1', '--name', 'Spring');
  const campaign = ['--campaign', String(campaignId)];
  const importLeads = async (...lines: string[]) => admin.json('leads', 'import', await fileOf(...lines), ...campaign);
  const stored = async () => {
    const { rows } = await admin.deps.leads.list(1, {}, { page: 1, perPage: 100 });
    return rows.toReversed();
  };
  return { ...admin, campaignId, campaign, importLeads, stored };
}

const number = (index: number) => `+1202555${String(index).padStart(4, '0')}`;

describe('leads import', () => {
  it('puts every row into the campaign: number, other numbers in order, and variables', async () => {
    const { importLeads, stored, campaignId } = await setup();
    const counts = await importLeads(
      'customer_name,phone_number,secondary_phone_2,secondary_phone_1,city',
      `Ada,+1 (202) 555-0101,${number(103)},${number(102)},London`,
      `"Babbage, Charles",${number(104)},,,`,
    );
    expect(counts).toMatchObject({ created: 2, blacklisted: 0, known: 0, refused: 0 });
    const leads = (await stored()).toSorted((one, other) => (one.lead.phoneNumber < other.lead.phoneNumber ? -1 : 1));
    expect(leads).toMatchObject([
      {
        lead: {
          campaignId,
          phoneNumber: number(101),
          status: 'created',
          variables: { customer_name: 'Ada', city: 'London' },
        },
        contacts: [{ phoneNumber: number(102) }, { phoneNumber: number(103) }],
      },
      { lead: { phoneNumber: number(104), variables: { customer_name: 'Babbage, Charles' } }, contacts: [] },
    ]);
    expect(leads[1]?.lead.variables).not.toHaveProperty('city');
  });

  it.each([
    ['semicolons', ['phone_number;name', `${number(1)};Ada`]],
    ['tabs', ['phone_number\tname', `${number(1)}\tAda`]],
    ['Windows line ends and a byte order mark', ['\uFEFFphone_number,name\r', `${number(1)},Ada\r`, '\r']],
    ['another heading', ['Phone;name', `${number(1)};Ada`]],
    ['empty lines', ['phone_number,name', '', `${number(1)},Ada`, ' , ', '']],
  ])('reads %s', async (_, lines) => {
    const { importLeads, stored } = await setup();
    expect(await importLeads(...lines)).toMatchObject({ created: 1, refused: 0 });
    expect(await stored()).toMatchObject([{ lead: { phoneNumber: number(1), variables: { name: 'Ada' } } }]);
  });

  it('adds nothing when it is run again, and the rest where it was broken off', async () => {
    const { importLeads, stored } = await setup();
    const lines = ['phone_number', ...Array.from({ length: 50 }, (_, index) => number(index))];
    await importLeads(...lines.slice(0, 31));
    expect(await importLeads(...lines)).toMatchObject({ created: 20, known: 30, refused: 0 });
    expect(await importLeads(...lines)).toMatchObject({ created: 0, known: 50, refused: 0 });
    expect(await stored()).toHaveLength(50);
  });

  it('reports every refused row with its line and reason', async () => {
    const { importLeads, stored } = await setup();
    const counts = await importLeads(
      'phone_number,secondary_phone_1,note',
      `${number(1)},,fine`,
      'unknown,,',
      `${number(2)},555,`,
      `${number(3)},${number(3)},`,
      `${number(4)},,a,b`,
      `${number(5)},,"two`,
      'lines"',
      `${number(6)},,${'x'.repeat(70_000)}`,
    );
    expect(counts).toMatchObject({
      created: 2,
      refused: 5,
      rows: [
        { line: 3, reason: 'The phone number is not valid.' },
        { line: 4, reason: 'secondary_phone_1: The phone number must include the country code.' },
        { line: 5, reason: 'The secondary contacts.0.phone number has already been taken.' },
        { line: 6, reason: 'The row has more cells than the heading.' },
        { line: 9, reason: 'The variables are too long.' },
      ],
    });
    expect(await stored()).toHaveLength(2);
  });

  it('shows the first twenty refused rows, and writes all of them to a file', async () => {
    const { run, campaign } = await setup();
    const report = join(folder, 'refused.csv');
    const file = await fileOf('phone_number', ...Array.from({ length: 30 }, () => 'unknown'));
    const { out, exitCode } = await run('leads', 'import', file, ...campaign, '--report', report);
    expect(exitCode).toBe(0);
    expect(out).toContain('and 10 more');
    expect(out).toContain(report);
    const lines = (await readFile(report, 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(31);
    expect(lines.slice(0, 2)).toEqual([
      'phone_number,refused_line,refused_because',
      'unknown,2,The phone number is not valid.',
    ]);
  });

  it.each(['listed', 'erased'])(
    'counts leads that are %s in the do-not-call list, whom the dialler will not call',
    async (how) => {
      const { deps, importLeads, stored } = await setup();
      await deps.doNotCall.add(buildDoNotCallEntry({ userId: 1, phoneNumber: number(1) }));
      if (how === 'erased') await deps.doNotCall.erase(1, number(1));
      expect(await importLeads('phone_number', number(1))).toMatchObject({ created: 0, blacklisted: 1 });
      expect(await stored()).toMatchObject([{ lead: { status: 'created' } }]);
    },
  );

  it('notifies the dialer of a running campaign, and not once per lead', async () => {
    const { deps, importLeads, campaignId } = await setup();
    const draft = await deps.campaigns.get(1, campaignId);
    await deps.campaigns.replace(draft!, { ...draft!, status: 'in-progress', version: 2 });
    await importLeads('phone_number', ...Array.from({ length: 40 }, (_, index) => number(index)));
    const told = deps.queue.sent.filter(({ queue }) => queue === 'dial-campaign');
    expect(told.length).toBeGreaterThanOrEqual(1);
    expect(told.length).toBeLessThanOrEqual(3);
    expect(told.at(-1)).toMatchObject({ message: { userId: 1, campaignId } });
  });

  it.each([
    ['no.csv', '1', 'there is no file'],
    ['.', '1', 'there is no file'],
    ['leads.csv', '1', 'user 1 has no campaign 9'],
    ['leads.csv', undefined, 'there is no campaign 9'],
  ])('refuses %s for campaign 9 of user %s: %s', async (name, user, problem) => {
    const { run } = await setup();
    await writeFile(join(folder, 'leads.csv'), `phone_number\n${number(1)}`);
    const target = ['--campaign', '9', ...(user === undefined ? [] : ['--user', user])];
    expect((await run('leads', 'import', join(folder, name), ...target)).error).toContain(problem);
  });

  it.each([
    [['company,name', '1,2'], /has no column phone_number\. Its first line names the columns “company”, “name”/],
    [['phone_number,name,name', '1,2,3'], /two columns “name”/],
    [[''], /is empty/],
    [['phone_number', '"half'], /line 2 is not closed/],
  ])('refuses an invalid file: %j', async (lines, problem) => {
    const { run, campaign } = await setup();
    const { exitCode, error } = await run('leads', 'import', await fileOf(...lines), ...campaign);
    expect(exitCode).toBe(1);
    expect(error).toMatch(problem);
  });
});

describe('a workbook', () => {
  it('is imported from its first sheet, or from the one that is named', async () => {
    const { run, stored, campaign } = await setup();
    const path = join(folder, 'leads.xlsx');
    const row = (index: number) => [Number(number(index).slice(1)), `Ada ${index}`];
    const sheets = ['First', 'Second'].map((name, index) => ({ name, rows: [['Phone', 'name'], row(index)] }));
    await writeFile(path, await writeXlsx({ sheets }));
    const imported = async (...args: string[]) => run('leads', 'import', path, ...campaign, ...args);
    expect((await imported()).out).toContain('The phone number must include the country code.');
    await imported('--country', 'US');
    await imported('--country', 'US', '--sheet', 'Second');
    expect((await stored()).map(({ lead }) => lead.phoneNumber).toSorted()).toEqual([number(0), number(1)]);
    expect((await imported('--sheet', 'Third')).error).toContain('no sheet “Third”. It has: “First”, “Second”.');
  });
});

describe('do-not-call', () => {
  const userOne = ['--user', '1'];

  it('imports numbers with or without a heading and reasons, once', async () => {
    const { deps, json } = await setup();
    const file = await fileOf('number,reason', `${number(1)},By letter`, number(2), 'unknown', number(2));
    expect(await json('do-not-call', 'import', file, ...userOne)).toMatchObject({
      refused: 1,
      rows: [{ line: 4, reason: 'The phone number is not valid.' }],
    });
    expect(await json('do-not-call', 'import', await fileOf(number(1), number(3)), ...userOne)).toMatchObject({
      added: 1,
      known: 1,
    });
    const { rows } = await deps.doNotCall.list(1, { page: 1, perPage: 10 });
    const byNumber = rows.toSorted((one, other) => (one.phoneNumber < other.phoneNumber ? -1 : 1));
    expect(byNumber.map(({ phoneNumber, source, reason }) => [phoneNumber, source, reason])).toEqual([
      [number(1), 'import', 'By letter'],
      [number(2), 'import', null],
      [number(3), 'import', null],
    ]);
  });

  it('imports numbers of ten digits in their country, and none without one', async () => {
    const { deps, json } = await setup();
    const lines = ['phone_number,reason', '6465550123,New York', '8655550199,Tennessee'];
    expect(await json('do-not-call', 'import', await fileOf(...lines), ...userOne)).toMatchObject({
      added: 0,
      refused: 2,
      rows: [2, 3].map((line) => ({ line, reason: 'The phone number must include the country code.' })),
    });
    await json('do-not-call', 'import', await fileOf(...lines), ...userOne, '--country', 'us');
    const { rows } = await deps.doNotCall.list(1, { page: 1, perPage: 10 });
    expect(rows.map(({ phoneNumber }) => phoneNumber).toSorted()).toEqual(['+16465550123', '+18655550199']);
  });

  it('is not imported from a file whose columns are others, nor reported into the file itself', async () => {
    const { run } = await setup();
    const others = await run('do-not-call', 'import', await fileOf('customer;city', 'Ada;London'), ...userOne);
    expect(others.error).toContain('names the columns “customer”, “city”');
    const file = await fileOf('number', 'unknown');
    const same = await run('do-not-call', 'import', file, ...userOne, '--report', file);
    expect(same.error).toContain('is the file that is imported');
    expect(await readFile(file, 'utf8')).toBe('number\nunknown');
  });

  it('adds, lists and removes one', async () => {
    const { run, json } = await setup();
    expect(await json('do-not-call', 'add', '+1 202 555 0001', ...userOne, '--reason', 'By letter')).toMatchObject({
      phone_number: number(1),
      source: 'import',
      reason: 'By letter',
    });
    await json('do-not-call', 'add', number(2), ...userOne);
    expect(await json('do-not-call', 'list', ...userOne)).toHaveLength(2);
    expect((await run('do-not-call', 'list', ...userOne, '--most', '1')).out).toContain('and 1 more');
    expect(await json('do-not-call', 'remove', number(1), ...userOne)).toMatchObject({ removed: true });
    expect((await run('do-not-call', 'remove', number(1), ...userOne)).error).toContain('is not on the list of user 1');
    expect((await run('do-not-call', 'add', 'unknown', ...userOne)).error).toContain('phone number is not valid');
    expect((await run('do-not-call', 'list', '--user', '9')).error).toContain('there is no user 9');
  });
});

describe('user update', () => {
  it('sets the limits of a user, of his tokens too, and gives them back to the stage', async () => {
    const { deps, json, run } = await setup();
    const update = (...args: string[]) => json('user', 'update', '--user', '1', ...args);
    await json('token', 'issue', '--user', '1', '--name', 'older');
    const limited = { requests_per_minute: 3000, sms_per_second: 20 };
    expect(await update('--requests-per-minute', '3000', '--sms-per-second', '20')).toMatchObject(limited);
    await json('token', 'issue', '--user', '1', '--name', 'newer');
    const ofTokens = async () => (await deps.tokens.list(1)).slice(-2).map((token) => token.requestsPerMinute);
    expect(await ofTokens()).toEqual([3000, 3000]);
    expect(await update('--requests-per-minute', 'stage')).toMatchObject({ ...limited, requests_per_minute: 'stage' });
    expect(await ofTokens()).toEqual([null, null]);
    expect((await run('user', 'update', '--user', '1', '--requests-per-minute', '0')).exitCode).toBe(1);
    expect(await update('--attempts-per-day', '5')).toMatchObject({ attempts_per_day: 5, sms_per_second: 20 });
    await expect(deps.users.get(1)).resolves.toMatchObject({ attemptsPerDay: 5 });
    expect(await update('--attempts-per-day', 'stage')).toMatchObject({ attempts_per_day: 'stage' });
    expect((await run('user', 'update', '--user', '1', '--attempts-per-day', '0')).exitCode).toBe(1);
  });
});

describe('the default country of a user', () => {
  it('is set when the user is created and later, shown, and taken away', async () => {
    const { json, run, deps } = await setup();
    const create = (...args: string[]) => json('user', 'create', '--name', 'Riverside', ...args);
    expect(await create()).toMatchObject({ default_country: 'none' });
    expect(await create('--default-country', 'de')).toMatchObject({ id: 3, default_country: 'DE' });
    const update = (code: string) => json('user', 'update', '--user', '3', '--default-country', code);
    expect(await update('US')).toMatchObject({ default_country: 'US' });
    expect(await update('none')).toMatchObject({ default_country: 'none' });
    await expect(deps.users.get(3)).resolves.toMatchObject({ defaultCountry: null });
    expect((await run('user', 'update', '--user', '3', '--default-country', 'XX')).error).toContain('country code');
  });

  it.each<{ what: string; column?: string; option?: string; country?: string; stored: string | undefined }>([
    { what: 'column, option and default country', column: 'US', option: 'FR', country: 'DE', stored: '+12025550123' },
    { what: 'option and default country', option: 'US', country: 'DE', stored: '+12025550123' },
    { what: 'default country', country: 'US', stored: '+12025550123' },
    { what: 'nothing', stored: undefined },
  ])('is that of numbers without a plus where $what state a country', async ({ column, option, country, stored }) => {
    const { json, deps, campaign, stored: leads } = await setup();
    if (country !== undefined) await json('user', 'update', '--user', '1', '--default-country', country);
    const file = await fileOf('phone_number,country', `2025550123,${column ?? ''}`);
    const args = [file, ...(option === undefined ? [] : ['--country', option])];
    const outcomes = [
      await json('leads', 'import', ...args, ...campaign),
      await json('do-not-call', 'import', ...args, '--user', '1'),
    ];
    const rows = [{ line: 2, reason: 'The phone number must include the country code.' }];
    expect(outcomes.map((outcome) => outcome['rows'])).toEqual(stored === undefined ? [rows, rows] : [[], []]);
    expect((await leads()).map(({ lead }) => lead.phoneNumber)).toEqual(stored === undefined ? [] : [stored]);
    await expect(deps.doNotCall.has(1, stored ?? '+12025550123')).resolves.toBe(stored !== undefined);
  });

  it('is that of a number of the do-not-call list', async () => {
    const { json, run } = await setup();
    const ofUser = ['--user', '1'];
    expect((await run('do-not-call', 'add', '2025550123', ...ofUser)).error).toContain('must include the country code');
    await json('user', 'update', ...ofUser, '--default-country', 'US');
    expect(await json('do-not-call', 'add', '(202) 555-0123', ...ofUser)).toMatchObject({
      phone_number: '+12025550123',
    });
    expect(await json('do-not-call', 'remove', '2025550123', ...ofUser)).toMatchObject({ removed: true });
  });
});

describe('user set-calls-allowed', () => {
  it('sets how many calls of a user may run at once', async () => {
    const { deps, json, run } = await setup();
    expect(await json('user', 'set-calls-allowed', '--user', '1', '--calls', '50')).toMatchObject({
      calls_allowed: 50,
    });
    await expect(deps.users.get(1)).resolves.toMatchObject({ callsAllowed: 50 });
    for (const calls of ['0', 'x', '1.5', '10001']) {
      expect((await run('user', 'set-calls-allowed', '--user', '1', '--calls', calls)).exitCode).toBe(1);
    }
  });
});
