import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { noUsage } from '#shared/accounts/day-usage.ts';
import { setupAdmin } from '#test/infra/admin/admin.ts';
import { storeSettledCall } from '#test/infra/admin/settled-call.ts';
import { buildAssistant, buildCall, buildPhoneNumber } from '#test/support/builders.ts';

const ID = 6_032_158_326_784;
const call = buildCall({ userId: 1, id: ID, hold: 2_000_000 });

async function setup() {
  const admin = setupAdmin();
  await storeSettledCall(admin, call, { turns: [], at: admin.clock.now() });
  return admin;
}

describe('admin usage', () => {
  it('prints one line of CSV for each user, with numbers as numbers and names as text', async () => {
    const { deps, run, json } = setupAdmin();
    await json('user', 'create', '--name', '=Northwind, "Dental"');
    await json('user', 'create', '--name', 'Riverside');
    const day = {
      ...noUsage,
      date: '2026-11-02',
      calls: 2,
      seconds: 70,
      callsCost: 1_500_000,
      sms: -1,
      smsCost: -20_000,
    };
    deps.usage.ofMonth = async (userId, month) => (userId === 1 && month === '2026-11' ? [day] : []);
    const { out } = await run('usage', '--month', '2026-11', '--csv');
    expect(out.trimEnd().split('\n')).toEqual([
      'month,user_id,name,calls,seconds,calls_cost,sms,segments,sms_cost',
      `2026-11,1,"'=Northwind, ""Dental""",2,70,1.5,-1,0,-0.02`,
      '2026-11,2,Riverside,0,0,0,0,0,0',
    ]);
    expect(await json('usage', 'show', '--user', '1')).toMatchObject([{ month: '2026-06', user_id: 1, calls: 0 }]);
  });
});

describe('admin call', () => {
  it('lists the calls of a user by status, outcome and number', async () => {
    const { json } = await setup();
    expect(await json('call', 'list', '--user', '1')).toMatchObject([
      { id: ID, status: 'ended_by_customer', outcome: 'goal_reached', cost: 0.114 },
    ]);
    expect(await json('call', 'list', '--user', '1', '--status', 'in-progress')).toEqual([]);
    expect(await json('call', 'list', '--user', '1', '--outcome', 'talked')).toEqual([]);
    expect(await json('call', 'list', '--user', '1', '--outcome', 'goal_reached')).toHaveLength(1);
    expect(await json('call', 'list', '--user', '1', '--number', '+12025550100')).toHaveLength(1);
  });

  it('ends a call that waits, and watches it until it is settled or the time is over', async () => {
    const { deps, json, run } = setupAdmin();
    await json('user', 'create', '--name', 'Acme');
    await json('balance', 'add', '--user', '1', '--amount', '10');
    const waiting = buildCall({
      userId: 1,
      id: ID,
      status: 'initiated',
      claimedAt: null,
      carrierCallId: null,
      hold: 5,
    });
    await deps.calls.createWithHold(waiting, { assistant: buildAssistant(), variables: {} });
    expect(await json('call', 'end', `1/${ID}`)).toMatchObject({ status: 'failed', end_reason: 'cancelled' });
    expect(deps.queue.sent).toMatchObject([{ queue: 'finish-call' }]);
    expect(await run('call', 'watch', `1/${ID}`, '--wait', '5')).toMatchObject({
      exitCode: 1,
      error: 'error: the call is still failed after 5 s\n',
    });
    expect((await run('call', 'end', `1/${ID}`)).error).toMatch(/^error: .+/);
  });

  it('shows how the status of a call has changed when it is settled', async () => {
    const { json } = await setup();
    expect(await json('call', 'watch', '--user', '1', String(ID))).toMatchObject([{ status: 'ended_by_customer' }]);
  });
});

describe('admin number remove', () => {
  const phoneNumber = '+12025550001';

  it('frees a number for any user, unless an assistant answers on it', async () => {
    const { deps, run, json } = await setup();
    await deps.phoneNumbers.add(buildPhoneNumber({ userId: 1, id: 1, phoneNumber, inboundAssistantId: 9 }));
    expect((await run('number', 'remove', phoneNumber, '--user', '1')).error).toMatch(/assistant 9 answers on it/);
    expect((await run('number', 'remove', phoneNumber, '--user', '2')).error).toMatch(/there is no user 2/);
    await deps.phoneNumbers.remove({ userId: 1, id: 1, phoneNumber, inboundAssistantId: 9 });
    await deps.phoneNumbers.add(buildPhoneNumber({ userId: 1, id: 2, phoneNumber, inboundAssistantId: null }));
    expect(await json('number', 'remove', phoneNumber, '--user', '1')).toMatchObject({ id: 2, removed: true });
    await expect(deps.phoneNumbers.findByNumber(phoneNumber)).resolves.toBeUndefined();
  });
});

describe('admin webhook', () => {
  it('sends a test event and shows the answer', async () => {
    const { json, run } = await setup();
    const url = 'https://crm.example.com/hooks';
    expect(await json('webhook', 'test', '--user', '1', '--url', url)).toMatchObject({ url, status: 200 });
    expect((await run('webhook', 'test', '--user', '1')).error).toMatch(/name a URL or an assistant/);
    expect((await run('webhook', 'test', '--user', '1', '--assistant', '5')).error).toBe(
      'error: Assistant not found\n',
    );
  });

  it('shows the secret, and rotates it', async () => {
    const { json } = await setup();
    const [before] = await json<Array<{ secret: string }>>('webhook', 'secret', '--user', '1');
    const after = await json<Array<{ secret: string }>>('webhook', 'secret', '--user', '1', '--rotate', '60');
    expect(after).toMatchObject([{ role: 'newest' }, { role: 'previous', secret: before!.secret }]);
  });
});

describe('admin user and token', () => {
  it('changes name and e-mail address of a user', async () => {
    const { json } = await setup();
    const changed = ['--name', 'Acme Care', '--email', 'office@acme.example'];
    expect(await json('user', 'update', '--user', '1', ...changed)).toMatchObject({
      name: 'Acme Care',
      email: changed[3],
    });
    expect(await json('user', 'update', '--user', '1', '--email', 'none')).toMatchObject({
      name: 'Acme Care',
      email: null,
    });
  });

  it('issues a token with scopes, and refuses a scope that there is not', async () => {
    const { json, run } = await setup();
    const issue = ['token', 'issue', '--user', '1', '--name', 'ci', '--scopes'];
    expect(await json(...issue, 'sms, read')).toMatchObject({ scopes: 'read sms' });
    expect((await run(...issue, 'read,write')).error).toMatch(/must be some of read, calls, sms, admin/);
  });

  it('does nothing more for a user who was deleted', async () => {
    const { deps, run } = await setup();
    await deps.users.update(1, { deletedAt: 5 });
    expect((await run('token', 'issue', '--user', '1', '--name', 'x')).error).toBe('error: user 1 was deleted\n');
  });
});

describe('the manners of admin', () => {
  it('prints errors as JSON with --json', async () => {
    const { run } = setupAdmin();
    const { error } = await run('token', 'list', '--user', '9', '--json');
    expect(JSON.parse(error)).toEqual({ error: { message: 'there is no user 9' } });
  });

  it('tells its version', async () => {
    expect(await setupAdmin().run('--version')).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });

  it('ends well when the pipe closes', async () => {
    const script = `set -o pipefail; for i in 1 2 3; do "$0" infra/admin/admin.ts --help; done | head -c 1`;
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script, process.execPath]);
    expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^.$/), stderr: '' });
  });
});
