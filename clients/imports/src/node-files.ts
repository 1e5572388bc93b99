import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ImportFile, RefusedRow } from './import-file.ts';
import { refusedRowWriter } from './refused-rows.ts';

/** A file of the disk. @throws the failure of the file system */
export async function fileOfPath(path: string): Promise<ImportFile> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    // A folder can be opened, and not be read.
    await handle.read({ buffer: Buffer.alloc(1) });
    return { size, open: () => createReadStream(path) };
  } finally {
    await handle.close();
  }
}

export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map((path) => stat(path, { bigint: true }).catch(() => undefined)),
  );
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

const FIRST = 100;

/** The rows that an import refuses. They are written as they happen, so that their number needs no memory. */
export interface Refusals {
  count: () => number;
  /** The first hundred, in the order of the file. */
  first: () => Array<{ line: number; reason: string }>;
  add(row: RefusedRow): Promise<void>;
  /** Puts the file into its place. Until then, the one before it stays. */
  close(): Promise<void>;
}

/** `path` is undefined: the rows are counted. Without rows, no file is written unless `isWanted`. */
export async function openRefusals(
  heading: readonly string[],
  path: string | undefined,
  { isWanted = false }: { isWanted?: boolean } = {},
): Promise<Refusals> {
  const writer = refusedRowWriter(heading);
  const file = path === undefined ? undefined : await openDraft(path);
  await file?.write(writer.heading);
  const first: Array<{ line: number; reason: string }> = [];
  let count = 0;
  return {
    count: () => count,
    first: () => first.toSorted((one, other) => one.line - other.line),
    async add(row) {
      count += 1;
      if (first.length < FIRST) first.push({ line: row.line, reason: row.reason });
      await file?.write(writer.row(row));
    },
    close: async () => file?.close(count > 0 || isWanted),
  };
}

/** A device is written to. */
async function openDraft(path: string) {
  const target = await realpath(path).catch(() => path);
  const old = await stat(target).catch(() => undefined);
  const isDevice = old !== undefined && !old.isFile();
  const draft = isDevice ? target : `${target}.${process.pid}.new`;
  if (!isDevice) await removeLeftDrafts(target);
  const handle = await open(draft, 'w', old?.mode);
  const write = inTurn(handle);
  return {
    write,
    async close(isKept: boolean) {
      await write('');
      await handle.close();
      if (isDevice) return;
      await (isKept ? rename(draft, target) : rm(draft));
    },
  };
}

/** Those of imports that were killed. A repeat of such an import refuses their rows again. */
async function removeLeftDrafts(target: string): Promise<void> {
  const [folder, name] = [dirname(target), basename(target)];
  for (const file of await readdir(folder)) {
    const pid = file.startsWith(`${name}.`) ? /^\.(\d+)\.new$/.exec(file.slice(name.length))?.[1] : undefined;
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, file), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Processes of other users are not to be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Rows are refused at the same time, and written one behind the other. */
function inTurn(handle: FileHandle): (text: string) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return async (text) => {
    last = last.then(() => handle.appendFile(text));
    await last;
  };
}
