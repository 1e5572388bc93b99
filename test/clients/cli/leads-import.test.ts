import { spawnSync } from 'node:child_process';
import { chmod, link, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runLine, useFolder } from '#test/clients/cli/command-line.ts';
import { type Service, startService } from '#test/clients/scripted-service.ts';

const refusal = (sentence: string) => ({
  status: 422,
  body: { message: 'Validation failed', errors: { phone_number: [sentence] } },
});
const numberOf = (body: unknown) => (body as { phone_number: string }).phone_number;

/** Creates what begins with a plus, and refuses the rest. */
const service: Service = ({ body }) =>
  numberOf(body).startsWith('+') ? { status: 201, body: { data: { id: 1 } } } : refusal('It is no number.');

/** An import of a file in a folder of its own, to a service that answers so. */
async function prepare({
  name = 'customers.csv',
  text,
  answer = service,
  user = {},
}: {
  name?: string;
  text: string;
  answer?: Service;
  user?: ReturnType<Service>;
}) {
  const folder = await useFolder();
  const file = join(folder, name);
  await writeFile(file, text);
  const { url, asked } = await startService((one) => (one.path === '/user/me' ? user : answer(one)));
  const env = { RINGBACK_URL: url, RINGBACK_TOKEN: 'rb_test' };
  const run = (args: string[] = [], signal?: AbortSignal) =>
    runLine(['leads', 'import', file, '--campaign', '7', '--json', ...args], {
      env,
      ...(signal === undefined ? {} : { signal }),
    });
  return { folder, file, asked, run };
}

const rows = 'phone_number,name\n+12025550101,Ada\nunknown,Grace\n';

describe('the file of refused rows', () => {
  it('is never the file that is imported', async () => {
    const { folder, file, run } = await prepare({ name: 'refused.csv', text: rows });
    const { code, error } = await run(['--refused', join(folder, '.', 'refused.csv')]);
    expect({ code, error }).toMatchObject({ code: 2, error: expect.stringContaining('is the file that is imported') });
    await symlink(file, join(folder, 'link.csv'));
    await link(file, join(folder, 'hard.csv'));
    for (const same of ['link.csv', 'hard.csv']) expect((await run(['--refused', join(folder, same)])).code).toBe(2);
    expect(await readFile(file, 'utf8')).toBe(rows);
  });

  it('has another name than the default one when refused.csv is imported', async () => {
    const { folder, file, run } = await prepare({ name: 'refused.csv', text: rows });
    await writeFile(join(folder, 'refused-2.csv'), 'of an earlier run');
    const workingFolder = process.cwd();
    process.chdir(folder);
    try {
      expect(await run()).toMatchObject({ code: 0 });
    } finally {
      process.chdir(workingFolder);
    }
    expect(await readFile(file, 'utf8')).toBe(rows);
    expect(await readFile(join(folder, 'refused-2.csv'), 'utf8')).toBe('of an earlier run');
    expect(await readFile(join(folder, 'refused-3.csv'), 'utf8')).toBe(
      'phone_number,name,refused_line,refused_because\nunknown,Grace,3,The phone number is not valid.\n',
    );
  });

  it('is replaced as a whole, keeps its permissions, and leaves no draft behind', async () => {
    const { folder, run } = await prepare({ text: rows });
    const refused = join(folder, 'mine.csv');
    await writeFile(refused, 'old');
    await chmod(refused, 0o600);
    await run(['--refused', refused]);
    expect(await readFile(refused, 'utf8')).toContain('unknown,Grace');
    expect((await stat(refused)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).toSorted()).toEqual(['customers.csv', 'mine.csv']);
  });

  it('has no draft of an import that was killed beside it, and keeps those of imports that run', async () => {
    const { folder, run } = await prepare({ text: rows });
    const refused = join(folder, 'mine.csv');
    const ended = spawnSync(process.execPath, ['--version']).pid;
    const drafts = [ended, process.ppid].map((pid) => `mine.csv.${pid}.new`);
    const others = [`mine.csv.${ended}.new.txt`, `mine.csv.old.new`, `other.csv.${ended}.new`];
    for (const name of [...drafts, ...others]) await writeFile(join(folder, name), 'rows');
    await run(['--refused', refused]);
    const left = ['customers.csv', 'mine.csv', drafts[1]!, ...others];
    expect((await readdir(folder)).toSorted()).toEqual(left.toSorted());
  });

  it('may be a device', async () => {
    const { run } = await prepare({ text: rows });
    expect(await run(['--refused', '/dev/null'])).toMatchObject({ code: 0 });
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });
});

describe('the exit code', () => {
  const known: Service = () => refusal('The phone number has already been taken.');

  it.each<[string, string, Service, number]>([
    ['is 1 when every row is refused', 'unknown\n2025550111\n', service, 1],
    ['is 0 when one row is a lead', 'unknown\n+12025550101\n', service, 0],
    ['is 0 when one row is known', '+12025550101\n', known, 0],
    ['is 0 for a file without rows', '', service, 0],
  ])('%s', async (_case, text, answer, code) => {
    const { run } = await prepare({ text: `phone_number\n${text}`, answer });
    expect(await run(['--refused', '/dev/null'])).toMatchObject({ code });
  });
});

describe('the country of numbers without a plus', () => {
  const refused = 'The phone number must include the country code.';
  const german = { body: { default_country: 'DE' } };

  it.each<[string, string, string[], ReturnType<Service>, string]>([
    ['the column', '030 901820,DE', ['--country', 'US'], { body: { default_country: 'FR' } }, '+4930901820'],
    ['the option', '030 901820,', ['--country', 'DE'], { body: { default_country: 'US' } }, '+4930901820'],
    ['the default country of the user', '030 901820,', [], german, '+4930901820'],
    ['nothing', '030 901820,', [], { body: { default_country: null } }, refused],
    ['a service of an older release', '030 901820,', [], { body: { name: 'Acme' } }, refused],
    ['a token that may not read it', '030 901820,', [], { status: 403, body: { message: 'No.' } }, refused],
  ])('is stated by %s', async (_, row, args, user, expected) => {
    const { run, asked } = await prepare({ text: `phone_number,country\n${row}`, user });
    const { out } = await run(['--refused', '/dev/null', ...args]);
    const [sent] = asked.filter(({ path }) => path === '/user/leads').map(({ body }) => numberOf(body));
    expect([sent ?? JSON.parse(out).refused[0]?.reason]).toEqual([expected]);
  });
});
