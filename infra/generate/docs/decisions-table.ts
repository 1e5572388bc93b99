import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { markdownTable } from '#infra/text/markdown-table.ts';

const RECORD = /^\d{4}-.+\.md$/;
const HEAD = /^# (?<number>\d{4}) (?<title>.+)\n\n- Status: (?<status>[a-z]+).*\n- Date: (?<date>\d{4}-\d\d-\d\d)$/m;
const Head = v.object({ number: v.string(), title: v.string(), status: v.string(), date: v.string() });

/**
 * The index of the decision records of a folder, by number.
 * @throws Error for a record whose first lines are not title, status and date
 */
export async function decisionsTable(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((file) => RECORD.test(file)).toSorted();
  const rows = await Promise.all(
    files.map(async (file) => {
      const head = v.safeParse(Head, HEAD.exec(await readFile(join(folder, file), 'utf8'))?.groups);
      if (!head.success) throw new Error(`${file} does not begin with «# 0000 Title», «- Status: …» and «- Date: …»`);
      const { number, title, status, date } = head.output;
      return [`[${number}](${file})`, title, status, date];
    }),
  );
  return markdownTable(['#', 'decision', 'status', 'date'], rows);
}
