import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { localCredentials } from '#infra/local/address/names.ts';
import { createTable, startDynamoDbEmulator } from '#infra/local/aws/table/dynamodb-emulator.ts';

export const TABLE = 'bench';
/** A file there is as fast as memory, and as large as it has to be: a million calls are some 3 GB. */
export const DISK = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

type OnTable<Result> = (table: { endpoint: string; client: DynamoDBDocumentClient }) => Promise<Result>;

/** An emulator on a file, or in memory, for as long as it is used. */
export async function onTable<Result>(file: string | undefined, use: OnTable<Result>): Promise<Result> {
  const { endpoint, stop } = await startDynamoDbEmulator(file);
  const bare = new DynamoDBClient({ endpoint, ...localCredentials });
  const client = DynamoDBDocumentClient.from(bare, { marshallOptions: { removeUndefinedValues: true } });
  try {
    return await use({ endpoint, client });
  } finally {
    client.destroy();
    await stop();
  }
}

type Item = Record<string, unknown>;

/**
 * A table that holds these items, which are what a store would have put. They are written straight into the file of the
 * emulator while it is stopped: a hundred times faster than over its HTTP interface.
 */
export async function onLoadedTable<Result>(items: Iterable<Item>, use: OnTable<Result>): Promise<Result> {
  const folder = await mkdtemp(join(DISK, 'bench-table-'));
  const file = join(folder, 'table.db');
  try {
    await onTable(file, ({ endpoint }) => createTable(endpoint, TABLE));
    writeItems(file, items);
    return await onTable(file, use);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function writeItems(file: string, items: Iterable<Item>): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = OFF; BEGIN');
  const insert = database.prepare(`INSERT INTO "${TABLE}" (pk, sk, item_json, item_size) VALUES (?, ?, ?, ?)`);
  for (const item of items) {
    const { json, bytes } = encodeMap(item);
    insert.run(`S:${String(item['pk'])}`, `S:${String(item['sk'])}`, json, bytes);
  }
  database.exec('COMMIT');
  database.close();
}

/** The size of an item by the published formula. */
export const itemBytes = (item: Item): number => encodeMap(item).bytes;

interface Encoded {
  json: string;
  /** By the published size formula. */
  bytes: number;
}

function encodeMap(map: object): Encoded {
  const parts: string[] = [];
  let bytes = 0;
  for (const [name, value] of Object.entries(map)) {
    if (value === undefined) continue;
    const encoded = encode(value);
    parts.push(`${JSON.stringify(name)}:${encoded.json}`);
    bytes += Buffer.byteLength(name) + encoded.bytes;
  }
  return { json: `{${parts.join(',')}}`, bytes };
}

/** The overhead of a list or a map, and of each of its elements. */
const NEST_BYTES = 3;

/** Many items share the same lists and maps: a million calls have the same transcript. */
const known = new WeakMap<object, Encoded>();

function encode(value: unknown): Encoded {
  if (typeof value !== 'object' || value === null) return encodeNew(value);
  const found = known.get(value) ?? encodeNew(value);
  known.set(value, found);
  return found;
}

function encodeNew(value: unknown): Encoded {
  if (value === null) return { json: '{"NULL":true}', bytes: 1 };
  if (typeof value === 'boolean') return { json: `{"BOOL":${value}}`, bytes: 1 };
  if (typeof value === 'string') return { json: `{"S":${JSON.stringify(value)}}`, bytes: Buffer.byteLength(value) };
  if (typeof value === 'number') {
    const digits = String(Math.abs(value))
      .replace('.', '')
      .replace(/^0+|0+$/g, '').length;
    return { json: `{"N":"${value}"}`, bytes: Math.ceil(digits / 2) + 1 };
  }
  if (value instanceof Set) {
    const members = [...value].map(Number);
    const bytes = members.reduce((sum, member) => sum + encode(member).bytes, NEST_BYTES);
    return { json: `{"NS":[${members.map((member) => `"${member}"`).join(',')}]}`, bytes };
  }
  if (value instanceof Uint8Array) {
    return { json: `{"B":"${Buffer.from(value).toString('base64')}"}`, bytes: value.length };
  }
  if (Array.isArray(value)) {
    const elements = value.map(encode);
    const bytes = elements.reduce((sum, element) => sum + element.bytes + 1, NEST_BYTES);
    return { json: `{"L":[${elements.map(({ json }) => json).join(',')}]}`, bytes };
  }
  const map = encodeMap(value as object);
  return { json: `{"M":${map.json}}`, bytes: map.bytes + NEST_BYTES + Object.keys(value as object).length };
}
