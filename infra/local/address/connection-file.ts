import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { FurtherCarrierAccount } from '#shared/platform/carrier-settings.ts';

/** The addresses of the running local stack's table, queues, secrets and carrier, for other programs on this machine. */
export const Connection = v.object({
  tableName: v.string(),
  endpoints: v.object({ dynamodb: v.string(), sqs: v.string() }),
  /** By queue name. */
  queueUrls: v.record(v.string(), v.string()),
  secretsFile: v.string(),
  /** The origin of the gateway. */
  publicUrl: v.string(),
  /** The carrier simulator, and those of further accounts. */
  carrier: v.object({
    apiUrl: v.string(),
    accountSid: v.string(),
    accounts: v.optional(v.array(FurtherCarrierAccount), []),
  }),
  /** The report of injected faults, if there are any. */
  faultReport: v.optional(v.string()),
});

export type Connection = v.InferOutput<typeof Connection>;

const fileIn = (dataDir: string) => join(dataDir, 'connection.json');

/** Readable for the owner only, because the file leads to the secrets. */
export async function writeConnection(dataDir: string, connection: Connection): Promise<void> {
  await writeFile(fileIn(dataDir), `${JSON.stringify(connection, null, 2)}\n`, { mode: 0o600 });
}

/** Undefined when no stack runs on this directory. After a crash the file exists, and its addresses do not answer. */
export async function readConnection(dataDir: string): Promise<Connection | undefined> {
  let content: string;
  try {
    content = await readFile(fileIn(dataDir), 'utf8');
  } catch {
    return undefined;
  }
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), Connection), content);
  if (!result.success)
    throw new Error(`${fileIn(dataDir)} is damaged: ${v.summarize(result.issues).replaceAll('\n', ' ')}`);
  return result.output;
}

export async function removeConnection(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true });
}
