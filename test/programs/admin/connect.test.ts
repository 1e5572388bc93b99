import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queueNames } from '#infra/admin/commands/dead-letters.ts';
import { writeConnection } from '#infra/local/address/connection-file.ts';
import { freePort } from '#infra/local/address/free-port.ts';
import { createTable, type DynamoDbEmulator, startDynamoDbEmulator } from '#infra/local/aws/table/dynamodb-emulator.ts';
import { webhookSecret } from '#shared/accounts/webhook-secrets.ts';
import { programEnvironment } from '#test/support/program-environment.ts';

const tableName = 'ringback-admin';
let emulator: DynamoDbEmulator;
let dataDir = '';

beforeAll(async () => {
  emulator = await startDynamoDbEmulator();
  await createTable(emulator.endpoint, tableName);
  dataDir = await mkdtemp(join(tmpdir(), 'admin-'));
});
afterAll(async () => {
  await emulator.stop();
  await rm(dataDir, { recursive: true });
});

/** The program as a shell runs it. */
function admin(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; error: string }> {
  const options = { env: programEnvironment(env) };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['infra/admin/admin.ts', ...args], options, (_, out, error) => {
      resolve({ code: child.exitCode ?? -1, out, error });
    });
  });
}

const deployed = () => ({
  AWS_ENDPOINT_URL_DYNAMODB: emulator.endpoint,
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
});

async function announceStack(dynamodb: string): Promise<void> {
  const secretsFile = join(dataDir, 'secrets.json');
  await writeFile(secretsFile, JSON.stringify({ 'webhook-signing-key': 'key' }));
  await writeConnection(dataDir, {
    tableName,
    endpoints: { dynamodb, sqs: dynamodb },
    queueUrls: Object.fromEntries(queueNames.map((name) => [name, `${dynamodb}/000000000000/${name}`])),
    secretsFile,
    publicUrl: 'http://localhost:3000',
    carrier: { apiUrl: dynamodb, accountSid: 'AC1', accounts: [] },
  });
}

describe('the admin program', () => {
  it('works on the local stack that runs on the data directory', async () => {
    await announceStack(emulator.endpoint);
    const created = await admin(['user', 'create', '--name', 'Acme', '--json'], {
      DATA_DIR: dataDir,
      AWS_PROFILE: 'developer',
    });
    expect(created).toMatchObject({ code: 0, error: '' });
    const { id } = JSON.parse(created.out) as { id: number };
    const { out } = await admin(['user', 'webhook-secret', '--user', String(id), '--json', '--data-dir', dataDir]);
    expect(JSON.parse(out)).toMatchObject([{ version: 1, secret: webhookSecret('key', id, 1) }]);
  });

  it('works on a deployed table by its name', async () => {
    const { code, out } = await admin(
      ['user', 'list', '--table', tableName, '--region', 'eu-west-1', '--json'],
      deployed(),
    );
    expect({ code, isList: Array.isArray(JSON.parse(out)) }).toEqual({ code: 0, isList: true });
  });

  it('asks for the account of the carrier where it needs one, and only there', async () => {
    const target = ['--table', tableName, '--region', 'eu-west-1'];
    const env = deployed();
    await admin(['user', 'create', '--name', 'Acme', ...target], env);
    await admin(['number', 'add', '--user', '1', '--number', '+12025550001', ...target], env);
    const point = ['number', 'point', '--all', '--url', 'https://voice.example.com', ...target];
    expect(await admin(point, env)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^error: set TWILIO_ACCOUNT_SID .+\n$/) as string,
    });
  });

  it.each([
    ['another stage', 'ringback-production-recordings-123456789012-eu-west-1', /is not the bucket of the table/],
    [
      'the table',
      `${tableName}-recordings-123456789012-eu-west-1`,
      /in the table ringback-admin and the bucket .*--yes/,
    ],
  ])('names table and bucket before it erases, with the bucket of %s', async (_, RECORDINGS_BUCKET, problem) => {
    const SECRETS_FILE = join(dataDir, 'erasure.json');
    await writeFile(SECRETS_FILE, JSON.stringify({ 'erasure-key': 'key' }));
    const env = { ...deployed(), SECRETS_FILE, TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`, RECORDINGS_BUCKET };
    const erase = ['erase', 'number', '+12025550100', '--all-users', '--table', tableName, '--region', 'eu-west-1'];
    expect(await admin(erase, env)).toMatchObject({ code: 1, error: expect.stringMatching(problem) as string });
  });

  it('exits 1 with one line when the table does not exist', async () => {
    const { code, out, error } = await admin(
      ['user', 'list', '--table', 'nowhere', '--region', 'eu-west-1'],
      deployed(),
    );
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(/^error: ResourceNotFoundException: .+\n$/);
  });

  it('exits 1 with one line when no local stack runs, or it has crashed', async () => {
    await announceStack(`http://127.0.0.1:${await freePort()}`);
    const crashed = await admin(['user', 'list', '--data-dir', dataDir]);
    const none = await admin(['user', 'list', '--data-dir', join(dataDir, 'nowhere')]);
    expect([crashed.code, none.code]).toEqual([1, 1]);
    expect(crashed.error).toMatch(/^error: the table does not answer.*npm start.*\n$/);
    expect(none.error).toMatch(/^error: no local stack runs on .*npm start.*\n$/);
  });
});
