import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConnection } from '#infra/local/address/connection-file.ts';

it('a damaged connection file is named', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'connection-'));
  await writeFile(join(dataDir, 'connection.json'), '{"tableName":');
  await expect(readConnection(dataDir)).rejects.toThrow(/connection\.json is damaged/);
  await rm(dataDir, { recursive: true });
});
