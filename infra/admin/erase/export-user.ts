import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { ErasureDeps } from '#infra/admin/erase/erasure-deps.ts';
import { everyItem } from '#infra/admin/erase/scan-table.ts';
import { collectionOf, ownerOf, type StoredItem } from '#infra/admin/erase/stored-item.ts';
import type { ProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { OperatorError } from '#shared/platform/errors.ts';
import { tokenKeys } from '#shared/platform/table/user-keys.ts';

/** The internal state of the service, from which the user learns nothing. */
const INTERNAL =
  /^(?:ASSISTANT_(?:DIRECTORY|UUID)|CAMPAIGN_TOTAL|DO_NOT_CALL_(?:INDEX|ROW)|SMS_INDEX|RECEIVED_MESSAGE|CALL_SUMMARY.*|IDEMPOTENCY#.*|LEAD_ROW|LEAD_OF#.*|CALL_OF#.*|CALLED#.*|CAMPAIGN#\d+#.*)$/;

interface ExportReport {
  folder: string;
  /** The number of records of each kind. */
  records: Record<string, number>;
  recordings: number;
}

/**
 * Writes all records of a user into a folder: `records.ndjson`, one record a line with its kind, and `recordings/<call>.wav`. Streams, so that
 * a million calls need no memory. A repeat overwrites the folder's files.
 * @throws OperatorError if there is no such user
 */
export async function exportUser(
  { userId, folder }: { userId: number; folder: string },
  deps: Pick<ErasureDeps, 'users' | 'table' | 'objects'>,
  bar: ProgressBar,
): Promise<ExportReport> {
  if (!(await deps.users.get(userId))) throw new OperatorError(`there is no user ${userId}`);
  await mkdir(join(folder, 'recordings'), { recursive: true });
  const records = await writeRecords(userId, join(folder, 'records.ndjson'), deps, bar);
  let recordings = 0;
  for await (const { key, read } of deps.objects.list(`${userId}/`)) {
    const file = join(folder, 'recordings', key.slice(`${userId}/`.length));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await read());
    recordings += 1;
    bar.show(0.99, `${recordings} recordings`);
  }
  return { folder, records, recordings };
}

async function writeRecords(
  userId: number,
  file: string,
  { table }: Pick<ErasureDeps, 'table'>,
  bar: ProgressBar,
): Promise<Record<string, number>> {
  const out = createWriteStream(file, { mode: 0o600 });
  const counts: Record<string, number> = {};
  let written = 0;
  for await (const item of everyItem(table)) {
    const kind = kindOf(item, userId);
    if (kind === undefined) continue;
    const { pk: _, sk: __, hash: ___, ...record } = item;
    if (!out.write(`${JSON.stringify({ kind, record }, plain)}\n`)) await once(out, 'drain');
    counts[kind] = (counts[kind] ?? 0) + 1;
    written += 1;
    bar.show(0.5, `${written} records`);
  }
  out.end();
  await finished(out);
  return counts;
}

/** `call`, `call-body`, `sms`; undefined for what is not the user's, or no record. */
function kindOf(item: StoredItem, userId: number): string | undefined {
  if (item.pk === 'USERS') return Number(item.sk) === userId ? 'user' : undefined;
  const place = collectionOf(item);
  if (place?.userId !== userId || ownerOf(item) !== userId) return undefined;
  if (place.collection === '') return item.sk.startsWith('WALLET') ? 'wallet' : undefined;
  if (item.sk === tokenKeys.tokenListVersion(userId).sk) return undefined;
  return INTERNAL.test(place.collection) ? undefined : place.collection.toLowerCase().replaceAll('_', '-');
}

function plain(_key: string, value: unknown): unknown {
  return value instanceof Set ? [...value] : value;
}
