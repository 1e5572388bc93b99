import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { ACCOUNT_SID, AUTH_TOKEN } from '#test/infra/simulators/twilio/use-carrier.ts';

describe('the carrier as a program', () => {
  let child: ChildProcess | undefined;
  const start = async (stdin: 'pipe' | 'ignore', ipc = false) => {
    child = spawn(process.execPath, ['infra/simulators/twilio/main.ts'], {
      env: { ...process.env, TWILIO_ACCOUNT_SID: ACCOUNT_SID, TWILIO_AUTH_TOKEN: AUTH_TOKEN, SIMULATOR_PORT: '0' },
      stdio: [stdin, 'pipe', 'inherit', ...(ipc ? (['ipc'] as const) : [])],
    });
    for await (const line of createInterface({ input: child.stdout! })) {
      return { child, ready: JSON.parse(line) as { ready: boolean; url: string } };
    }
    throw new Error('not ready');
  };
  afterEach(() => {
    child?.kill('SIGKILL');
  });

  it('says where it is, shows its callees, and stops on SIGTERM', async () => {
    const { child, ready } = await start('ignore');
    expect(ready).toEqual({ ready: true, url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
    const answer = await fetch(`${ready.url}/_simulator/behaviours`);
    const { behaviours } = (await answer.json()) as { behaviours: { numbers: string }[] };
    expect(behaviours.map(({ numbers }) => numbers)).toContain('+12025550159');
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  it.each([
    ['its input ends', 'pipe', false],
    ['its channel closes', 'ignore', true],
  ] as const)('stops when %s', async (_what, stdin, ipc) => {
    const { child } = await start(stdin, ipc);
    const exit = once(child, 'exit');
    if (ipc) child.disconnect();
    else child.stdin?.end();
    expect(await exit).toEqual([0, null]);
  });
});
