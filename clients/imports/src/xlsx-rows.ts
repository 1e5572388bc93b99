import { FileProblem, type FileRow, type ImportFile } from './import-file.ts';

const MB = 1024 * 1024;
/** The packed file is held in memory, and the rows of a sheet as they are unpacked. */
const MAX_PACKED = 64 * MB;
/** A sheet of a million rows with four columns has about 200 MB. */
const MAX_UNPACKED = 256 * MB;
const MAX_CELLS = 5_000_000;

/** The rows of a sheet: the first one, or one by its name or number. @throws FileProblem */
export async function xlsxRows(file: ImportFile, sheet?: string): Promise<FileRow[]> {
  const bytes = await bytesOf(file);
  checkUnpacked(bytes);
  // Only an import of a workbook needs this library.
  const { readXlsx, streamXlsxRows } = await import('hucre/xlsx');
  try {
    if (sheet === undefined) return await rowsOf(streamXlsxRows(bytes, { sheet: 0 }));
    const names: string[] = [];
    await readXlsx(bytes, { sheets: ({ name }) => names.push(name) < 0 });
    const position = names.includes(sheet) ? names.indexOf(sheet) : Number(/^[1-9]\d*$/.exec(sheet)?.[0]) - 1;
    if (names[position] === undefined) {
      throw new FileProblem(
        `The workbook has no sheet “${sheet}”. It has: ${names.map((name) => `“${name}”`).join(', ')}.`,
      );
    }
    return await rowsOf(streamXlsxRows(bytes, { sheet: position }));
  } catch (error) {
    throw error instanceof FileProblem ? error : new FileProblem(damaged);
  }
}

async function bytesOf(file: ImportFile): Promise<Uint8Array> {
  if (file.size > MAX_PACKED) throw new FileProblem(tooLarge('64 MB'));
  const bytes = new Uint8Array(file.size);
  let length = 0;
  for await (const chunk of file.open()) {
    if (length + chunk.length > bytes.length) throw new FileProblem('The file changes while it is read.');
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes.subarray(0, length);
}

const tooLarge = (limit: string) => `The workbook is larger than ${limit}. Save the sheet as CSV, or divide it.`;
const damaged = 'The file is not a workbook of Excel (.xlsx), or is damaged. Save it as .xlsx or CSV.';

/** The sizes in the directory of the archive, which the library does not exceed when it unpacks. */
function checkUnpacked(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new FileProblem(damaged);
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw new FileProblem(damaged);
    const [packed, unpacked] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    // An entry that does not state its size has no limit.
    if (unpacked === 0 && packed > 2) throw new FileProblem(damaged);
    total += unpacked;
    if (total > MAX_UNPACKED) throw new FileProblem(tooLarge('256 MB when it is unpacked'));
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

async function rowsOf(rows: AsyncIterable<{ index: number; values: readonly unknown[] }>): Promise<FileRow[]> {
  const read: FileRow[] = [];
  let cells = 0;
  for await (const { index, values } of rows) {
    const texts = withoutEmptyEnd(values.map(textOfCell));
    cells += texts.length;
    if (cells > MAX_CELLS) throw new FileProblem(tooLarge('five million cells'));
    if (texts.length > 0) read.push({ line: index + 1, cells: texts });
  }
  return read;
}

function withoutEmptyEnd(texts: readonly string[]): string[] {
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
}

/** Numbers as digits, dates as ISO 8601. */
function textOfCell(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : isoDate(value);
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'string' ? value.trim() : '';
}

function numberText(value: number): string {
  return Number.isSafeInteger(value) ? BigInt(value).toString() : String(value);
}

function isoDate(date: Date): string {
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}
