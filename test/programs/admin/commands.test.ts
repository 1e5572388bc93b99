import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { commandGroups } from '#infra/admin/command-groups.ts';
import { createProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { users } from '#shared/container.ts';
import { commandRows, type CommandRow } from '#test/programs/admin/command-rows.ts';
import { auditOf, changesSince, everything, useCommandWorld } from '#test/programs/admin/command-world.ts';

const { world, fresh, admin, watched, inProcess, restore } = useCommandWorld();

const names = commandGroups.flatMap(({ name, commands }) =>
  commands.map((create) => {
    const unused = { deps: () => Promise.reject(new Error('unused')), print: () => undefined };
    return `${name} ${create({ ...unused, progress: createProgressBar(undefined) }).name()}`;
  }),
);

it('every command has a row', () => {
  expect(Object.keys(commandRows).toSorted()).toEqual(names.toSorted());
});

const isDone = (changes: boolean) => ({ code: 0, error: '', changes, noted: 'ended done' });
const secondRun = (twice: CommandRow['twice']) =>
  twice instanceof RegExp
    ? {
        code: 1,
        out: '',
        error: expect.stringMatching(twice),
        changes: false,
        noted: expect.stringMatching(/^ended (?:Operator|App)Error$/),
      }
    : isDone(twice === 'again');

describe.each(Object.entries(commandRows))('admin %s', (name, row: CommandRow) => {
  const line = () => [...name.split(' '), ...row.args(world())];

  it('does what it prints, and the audit log says so', async () => {
    await restore();
    const entries = (await auditOf(name)).length;
    const run = await admin(...line(), '--json');
    expect(run).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(run.out)).toMatchObject(row.prints);
    const changed = await changesSince(fresh());
    expect(row.writes.filter((pattern) => !changed.some((key) => pattern.test(key)))).toEqual([]);
    expect(changed.filter((key) => !row.writes.some((pattern) => pattern.test(key)))).toEqual([]);
    const noted = (await auditOf(name)).slice(entries).map(({ phase, result }) => `${phase} ${result}`);
    expect(noted).toEqual(name === 'audit list' ? [] : ['started null', 'ended done']);
  });

  it('run a second time, it says what it does', async () => {
    const before = await everything();
    const run = await inProcess(line());
    const changed = await changesSince(before);
    const { phase, result } = (await auditOf(name)).at(-1) ?? {};
    const noted = name === 'audit list' ? 'ended done' : `${phase} ${result}`;
    expect({ ...run, changes: changed.length > 0, noted }).toMatchObject(secondRun(row.twice));
  });

  const namesUser = () => line().some((_, index, words) => isUser(words, index));

  it(`${row.forDeletedUsers ? 'serves' : 'refuses'} a user who was deleted, if it names one`, async () => {
    await restore();
    for (const id of [1, 2]) await users().update(id, { deletedAt: Date.now() });
    const before = await everything();
    const { code, out, error } = await inProcess(line());
    const isRefused = namesUser() && row.forDeletedUsers === undefined;
    const changes = (await changesSince(before)).length > 0;
    const did = {
      code,
      prints: out !== '',
      error: error.replace(/^user \d /, 'the user '),
      changes: isRefused && changes,
    };
    const refused = { code: 1, prints: false, error: 'the user was deleted', changes: false };
    expect(did).toEqual(isRefused ? refused : { code: 0, prints: true, error: '', changes: false });
  });

  it.each(['', '  ', '\u0000'])('refuses %j for any value, and writes nothing', async (nothing) => {
    await restore();
    const words = name.split(' ').length;
    const values = line().flatMap((word, index) => (index < words || word.startsWith('--') ? [] : [index]));
    const lines = values.map((at) => line().with(at, nothing));
    for (const args of lines) {
      const run = await inProcess(args);
      expect({ args, code: run.code, out: run.out }).toEqual({ args, code: 1, out: '' });
    }
    expect(await changesSince(fresh())).toEqual([]);
  });

  it('refuses an option that it does not know, and has not connected', async () => {
    const run = await inProcess([...line(), '--colour', 'red'], () => Promise.reject(new Error('connected')));
    expect(run).toMatchObject({ code: 1, out: '', error: "unknown option '--colour'" });
  });

  it('refuses ids that there are not, and writes nothing', async () => {
    await restore();
    const lines = line().flatMap((word, index, words) =>
      isId(words, index) ? [words.with(index, otherId(word))] : [],
    );
    for (const args of lines) {
      const run = await inProcess(args);
      expect({ args, code: run.code, out: run.out }).toEqual({ args, code: 1, out: '' });
      expect(run.error).toMatch(/^there is no |^user \d+ has no |^Call not found$/);
    }
    expect(await changesSince(fresh())).toEqual([]);
  });
});

const isUser = (words: readonly string[], index: number) =>
  /^\d+\/\d+$/.test(words[index]!) || words[index - 1] === '--user';

const isId = (words: readonly string[], index: number) =>
  isUser(words, index) || /^\d{6,}$/.test(words[index]!) || words[index - 1] === '--campaign';

/** Of another user, or of another record. */
const otherId = (word: string) => word.replace(/^\d(?=\/|$)/, '999').replace(/^\d{2,}$/, '246049432852999');

it('a command that the operator stops says so, on the terminal and in the audit log', async () => {
  await restore();
  const { child, ended } = watched(['call', 'watch', `1/${world().openCall}`]);
  while ((await auditOf('call watch')).at(-1)?.phase !== 'started') await sleep(50);
  child.kill('SIGINT');
  expect(await ended).toEqual({ code: 130, out: '', error: 'error: stopped by SIGINT\n' });
  expect((await auditOf('call watch')).at(-1)).toMatchObject({ phase: 'ended', result: 'Interruption' });
});
