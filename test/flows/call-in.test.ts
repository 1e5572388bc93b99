import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientFor } from '#test/support/api-client.ts';
import { createAssistant } from '#test/support/over-http.ts';
import { patience } from '#test/support/patience.ts';
import { programEnvironment } from '#test/support/program-environment.ts';
import { useStackProcess } from '#test/support/stack-process.ts';

const NUMBER = '+12025550002';
const LIMIT_MS = patience(90_000);

const { dataDir, address } = useStackProcess({ SIMULATOR_SPEED: '60' });

interface Run {
  code: number;
  out: string;
  error: string;
}

/** A program as a shell runs it. */
function run(program: string, args: string[], folder = dataDir()): Promise<Run> {
  const options = { env: programEnvironment({ DATA_DIR: folder }) };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], options, (_, out, error) => {
      resolve({ code: child.exitCode ?? -1, out, error });
    });
  });
}
const callIn = (...args: string[]) => run('infra/drive/call-in/main.ts', args);
const admin = (...args: string[]) => run('infra/admin/admin.ts', args);

const receptionist = (user: number, phone_number_id: number) => {
  const { base_url, users } = address();
  const api = clientFor(base_url, users.find(({ id }) => id === user)!.token);
  const changes = { calls_direction: 'receive', phone_number_id, initial_message: 'Reception, hello.' };
  return createAssistant(api, changes);
};

describe('npm run call-in', () => {
  it('says that a number is not assigned', async () => {
    const { code, out, error } = await callIn(NUMBER);
    expect(code).toBe(1);
    expect(out).toContain('no-answer');
    expect(error).toBe(`call-in: ${NUMBER} is not assigned: no active assistant of the direction «receive» holds it\n`);
  });

  it('prints the conversation and ends well', { timeout: LIMIT_MS }, async () => {
    await receptionist(1, 2);
    const { code, out, error } = await callIn(NUMBER, '--from', '+12025550103');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    for (const part of ['● ringing', '● in-progress', 'Reception, hello.', 'Customer ', '● completed', 'Done: ']) {
      expect(out).toContain(part);
    }
  });

  it('says that there is no money', async () => {
    await receptionist(3, 7);
    expect(await callIn('+12025550007')).toMatchObject({
      code: 1,
      error: 'call-in: +12025550007 is busy: the balance of its user does not pay for a call\n',
    });
  });

  it('says that a number points nowhere, and the admin command fixes that', { timeout: LIMIT_MS }, async () => {
    const added = '+12025550008';
    expect((await admin('number', 'add', '--user', '1', '--number', added)).code).toBe(0);
    const before = await callIn(added);
    expect(before.code).toBe(1);
    expect(before.error).toContain(`npm run admin -- number point ${added}`);
    const pointed = await admin('number', 'point', added, '--json');
    expect(JSON.parse(pointed.out)).toEqual([{ number: added, outcome: 'pointed', before: null }]);
    expect((await callIn(added)).error).toContain('is not assigned');
  });

  it('says that no stack runs there', async () => {
    expect(await run('infra/drive/call-in/main.ts', [NUMBER], join(dataDir(), 'nothing'))).toMatchObject({
      code: 1,
      error: expect.stringContaining('start one with npm start') as string,
    });
  });

  it.each([[[]], [['+12025550002', '+12025550003']]])('shows how it is used after %j', async (args) => {
    expect(await callIn(...args)).toMatchObject({
      code: 1,
      error: expect.stringContaining('npm run call-in') as string,
    });
  });
});
