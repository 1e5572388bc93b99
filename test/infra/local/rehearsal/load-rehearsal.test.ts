import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BadInput, loadRehearsal } from '#infra/local/rehearsal/load-rehearsal.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringback-rehearsal-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function load(yaml: string, name = 'file.yaml') {
  const file = join(folder, name);
  await writeFile(file, yaml);
  return loadRehearsal(file);
}

/** What the file is refused with, without the folder that it is in. */
async function problemsOf(yaml: string): Promise<string[]> {
  const error: unknown = await load(yaml).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BadInput);
  return (error as BadInput).message.replaceAll(`${folder}/`, '').split('\n');
}

const minimal = (parts: { customer?: string; expect?: string; assistant?: string } = {}) =>
  [
    `assistant: ${parts.assistant ?? '{ id: 7 }'}`,
    `customer: ${parts.customer ?? '{}'}`,
    `expect: ${parts.expect ?? '{ status: busy }'}`,
  ].join('\n');

describe('a rehearsal file', () => {
  it('is named after itself, and has a person who hangs up in the end, unless it says otherwise', async () => {
    await expect(load(minimal(), 'busy-line.yaml')).resolves.toMatchObject({
      name: 'busy-line',
      assistant: { id: 7 },
      variables: {},
      customer: { picks_up: 'person', afterwards: 'hang_up' },
    });
  });

  it('may be as the page about it has it', async () => {
    const page = await readFile('test/rehearsals/README.md', 'utf8');
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
    await expect(load(example)).resolves.toMatchObject({ name: 'Confirms an appointment' });
  });

  it('takes words alone as something to say', async () => {
    const { customer } = await load(minimal({ customer: '{ script: [Hello, { wait: 2 }, { interrupt: Stop }] }' }));
    expect(customer.script).toEqual([{ say: 'Hello', at_once: false }, { wait: 2 }, { interrupt: 'Stop', after: 1.2 }]);
  });

  it.each([
    [
      '{ script: [{ shout: hey }] }',
      'customer.script.0 must be words to say, or one of say, interrupt, noise, press, listen',
    ],
    ['{ script: [5] }', 'customer.script.0 must be words to say'],
    ['{ script: [{ say: hi, loud: true }] }', 'customer.script.0.loud is no field here'],
    ['{ script: [{ wait: long }] }', 'customer.script.0.wait must be a number, not "long"'],
    ['{ script: [{ press: abc }] }', 'customer.script.0.press'],
    ['{ afterwards: dance }', 'customer.afterwards must be "hang_up" or "stay", not "dance"'],
    ['{ script: [Hello], plays: You are Ada. }', 'customer has a script or plays a person, not both'],
    ['{ picks_up: voicemail, script: [Hello] }', 'customer says nothing, because no person picks up'],
    ['{ plays: "" }', 'customer.plays must not be empty'],
  ])('is refused for the customer %s', async (customer, problem) => {
    const [first] = await problemsOf(minimal({ customer }));
    expect(first).toContain(`file.yaml:2: ${problem}`);
  });

  it.each([
    ['{}', 'expect expects nothing'],
    ['{ mood: good }', 'expect.mood is no field here'],
    ['{ said: ["/(/"] }', 'expect.said.0 is no regular expression'],
    ['{ said: Hello }', 'expect.said must be a list, not "Hello"'],
    ['{ status: done }', 'expect.status must be "initiated" or "ringing"'],
    ['{ turns: { min: 5, max: 2 } }', 'expect.turns has a min above its max'],
    ['{ turns: {} }', 'expect.turns names the least or the most turns'],
    ['{ duration: { min: -1 } }', 'expect.duration.min must not be negative'],
    ['{ our_share_of_turn_ms: {} }', 'expect.our_share_of_turn_ms names p50, p95 or both'],
    ['{ extracted: { a: [1] } }', 'expect.extracted.a'],
  ])('is refused for the expectation %s', async (expectation, problem) => {
    const [first] = await problemsOf(minimal({ expect: expectation }));
    expect(first).toContain(`file.yaml:3: ${problem}`);
  });

  it.each([
    ['[{ name: book, endpoint: "https://example.com" }]', 'tools.0 has no endpoint: the rehearsal serves it'],
    ['[{ description: books }]', 'tools.0.name is missing'],
    ['[{ name: book, mocks: [{ answers: [] }] }]', 'tools.0.mocks.0.answers must have an answer'],
    ['[{ name: book, mocks: [{ answers: [{ status: 99 }] }] }]', 'tools.0.mocks.0.answers.0.status'],
    ['[{ name: book, mocks: [{ with: { day: "/(/" }, answers: [{}] }] }]', 'has a broken regular expression'],
    ['[{ name: book, mocks: [{ with: {}, exactly: {}, answers: [{}] }] }]', 'has `with` or `exactly`, not both'],
  ])('is refused for the tools %s', async (tools, problem) => {
    const [first] = await problemsOf(`${minimal({ assistant: '{ assistant_name: A }' })}\ntools: ${tools}`);
    expect(first).toContain('file.yaml:4: ');
    expect(first).toContain(problem);
  });

  it.each([
    'tool_called: bok',
    'tool_not_called: [book, bok]',
    'tool_calls: [{ tool: bok }]',
    'tool_requests: { bok: 1 }',
  ])('is refused for a tool that nothing has: %s', async (expectation) => {
    const file = minimal({ assistant: '{ assistant_name: A }', expect: `{ ${expectation} }` });
    await expect(problemsOf(`${file}\ntools: [{ name: book }]`)).resolves.toEqual([
      'file.yaml:1: the file expects a tool that is neither built in nor in `tools`',
    ]);
  });

  it('is refused with all that is wrong with it, each at its line', async () => {
    await expect(
      problemsOf('assistant: 5\ncustomer:\n  script:\n    - wait: 1\n    - wait: x\nmood: good'),
    ).resolves.toEqual([
      'file.yaml:1: assistant must be an object, not 5',
      'file.yaml:5: customer.script.1.wait must be a number, not "x"',
      'file.yaml:1: expect is missing',
      'file.yaml:6: mood is no field here',
    ]);
  });

  it('is refused when it is no YAML, or not there', async () => {
    expect((await problemsOf('name: [x'))[0]).toMatch(/^file\.yaml:\d+: /);
    await expect(loadRehearsal(join(folder, 'nowhere.yaml'))).rejects.toThrow(/nowhere\.yaml: cannot be read/);
  });
});
