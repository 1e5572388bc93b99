import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConnection, removeConnection, writeConnection } from '#infra/local/connection-file.ts';

const connection = {
  tableName: 'ringback',
  endpoints: { dynamodb: 'http://127.0.0.1:8000', sqs: 'http://127.0.0.1:9000' },
  queueUrls: { 'place-call': 'http://127.0.0.1:9000/000000000000/place-call' },
  secretsFile: '/tmp/secrets.json',
  publicUrl: 'http://localhost:3000',
  carrier: { apiUrl: 'http://127.0.0.1:3001', accountSid: 'AC1' },
};
let dataDir = '';

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'connection-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

describe('connection file', () => {
  it('returns what was written, for its owner alone', async () => {
    await writeConnection(dataDir, connection);
    await expect(readConnection(dataDir)).resolves.toEqual(connection);
    expect((await stat(join(dataDir, 'connection.json'))).mode & 0o777).toBe(0o600);
  });

  it('is not there before the start and after the stop', async () => {
    await expect(readConnection(dataDir)).resolves.toBeUndefined();
    await writeConnection(dataDir, connection);
    await removeConnection(dataDir);
    await removeConnection(dataDir);
    await expect(readConnection(dataDir)).resolves.toBeUndefined();
  });

  it('says so when it is damaged', async () => {
    await writeFile(join(dataDir, 'connection.json'), '{"tableName":');
    await expect(readConnection(dataDir)).rejects.toThrow(/connection\.json is damaged/);
  });
});
