import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readBody } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { awsOperator, localOperator } from '#infra/admin/audit/operator.ts';
import { setupAdmin } from '#test/infra/admin/admin.ts';
import { serve } from '#test/support/http-server.ts';

describe('the audit log', () => {
  it('has who ran which command on which user, before and after it, with the result', async () => {
    const { deps, run, json } = setupAdmin();
    await json('user', 'create', '--name', 'Northwind Dental', '--email', 'ops@northwind.example');
    await json('balance', 'add', '--user', '1', '--amount', '25', '--note', 'Ada Lovelace paid');
    await run('call', 'show', '1/5');
    expect(
      deps.audit.entries.map(({ phase, command, userId, actor, result }) => [phase, command, userId, actor, result]),
    ).toEqual([
      ['started', 'user create', null, 'os:tester', null],
      ['ended', 'user create', null, 'os:tester', 'done'],
      ['started', 'balance add', 1, 'os:tester', null],
      ['ended', 'balance add', 1, 'os:tester', 'done'],
      ['started', 'call show', 1, 'os:tester', null],
      ['ended', 'call show', 1, 'os:tester', 'OperatorError'],
    ]);
    expect(deps.audit.entries[3]!.options).toEqual({ user: 1, amount: 25_000_000, note: 'given' });
    expect(deps.audit.entries[5]!.options).toEqual({ call: 5 });
  });

  it('has no data of customers: no numbers, names, notes or addresses', async () => {
    const { deps, run, json } = setupAdmin();
    await json('user', 'create', '--name', 'Northwind Dental', '--email', 'ops@northwind.example');
    await run('do-not-call', 'add', '+12025550101', '--user', '1', '--reason', 'Ada Lovelace wrote.');
    await run('do-not-call', 'remove', '+12025550199', '--user', '1');
    await run('number', 'add', '--user', '1', '--number', '+12025550002');
    expect(deps.audit.entries).toHaveLength(8);
    // The id of a run is random, and may have the digits of a number.
    const text = JSON.stringify(deps.audit.entries).replaceAll(/"runId":"[^"]+"/g, '');
    expect(text).not.toMatch(/0101|0199|0002|Ada|Northwind|ops@/);
  });

  it('has the keyed hash of a number that is erased: after a restore, it tells whom to erase again', async () => {
    const { deps, run, json } = setupAdmin();
    await run('erase', 'number', '+12025550101', '--all-users', '--yes');
    const number = createHmac('sha256', 'erasure key').update('+12025550101').digest('base64url');
    expect(deps.audit.entries[0]!.options).toEqual({ allUsers: true, yes: true, wait: 120, number });
    expect(await json('audit', 'list')).toMatchObject([
      { options: expect.stringContaining(`number=${number}`) as string },
    ]);
  });

  it('keeps a command from running that cannot be noted', async () => {
    const { deps, run } = setupAdmin();
    deps.audit.append = () => Promise.reject(new Error('no right to write'));
    expect(await run('user', 'create', '--name', 'Acme')).toMatchObject({ exitCode: 1, out: '' });
    await expect(deps.users.list()).resolves.toEqual([]);
  });

  it.each([[['--help']], [['user', 'create', '--help']], [['--version']], [['usr']], [['audit', 'list']]])(
    'has nothing of %j',
    async (args) => {
      const { deps, run } = setupAdmin();
      await run(...args);
      expect(deps.audit.entries).toEqual([]);
    },
  );

  it('is listed by run, also one that has not ended', async () => {
    const { deps, json } = setupAdmin();
    await json('user', 'list');
    deps.audit.entries.push({ ...deps.audit.entries[0]!, runId: 'killed', userId: 4 });
    expect(await json('audit', 'list')).toMatchObject([
      { command: 'user list', actor: 'os:tester', result: 'done' },
      { command: 'user list', result: 'not ended', user_id: 4, ended_at: null },
    ]);
    expect(await json('audit', 'list', '--user', '4')).toHaveLength(1);
  });
});

describe('the operator of a deployment', () => {
  const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' };
  const signing = new DynamoDBClient({ region: 'eu-west-1', credentials }).config;

  it('is the ARN that AWS answers to a signed question', async () => {
    const asked: Array<{ authorization: string | undefined; body: string }> = [];
    const Arn = 'arn:aws:sts::123456789012:assumed-role/Ops/ada';
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      asked.push({ authorization: request.headers.authorization, body: await readBody(request) });
      response.end(JSON.stringify({ GetCallerIdentityResponse: { GetCallerIdentityResult: { Arn } } }));
    };
    const { url, stop } = await serve((request, response) => void answer(request, response));
    const operator = await awsOperator(signing, url);
    await stop();
    expect(operator).toBe(`arn:aws:sts::123456789012:assumed-role/Ops/ada ${localOperator()}`);
    expect(asked[0]!.body).toContain('Action=GetCallerIdentity');
    expect(asked[0]!.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE\/\d{8}\/eu-west-1\/sts\//);
  });

  it('is the access key where AWS does not answer', async () => {
    await expect(awsOperator(signing, 'http://127.0.0.1:1')).resolves.toBe(`key:AKIAEXAMPLE ${localOperator()}`);
  });
});
