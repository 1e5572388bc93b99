import { columnsOf } from '#clients/imports/src/columns.ts';
import type { ImportFile } from '#clients/imports/src/import-file.ts';
import { type ImportedLead, leadOfRow } from '#clients/imports/src/lead-rows.ts';
import { openTable } from '#clients/imports/src/table.ts';

/** A file of these bytes, which arrive in chunks of so many. */
export function fileOf(content: string | Uint8Array, chunk = 7): ImportFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    size: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
    },
  };
}

/** All that an import gets from a file: each row as a lead, or the line and the reason of its refusal. */
export async function readAll(
  content: string | Uint8Array,
  options: { country?: string; sheet?: string; chunk?: number } = {},
) {
  const table = await openTable(fileOf(content, options.chunk), options);
  const columns = columnsOf(table.heading);
  const leads: ImportedLead[] = [];
  const refused: Array<[number, string]> = [];
  for await (const { line, cells } of table.rows) {
    const read = leadOfRow(columns, cells, options.country);
    if ('lead' in read) leads.push(read.lead);
    else refused.push([line, read.refused]);
  }
  return { format: table.format, leads, refused };
}

const UTF16 = { le: 0, be: 1 };

/** The text in UTF-16. */
export function utf16(text: string, order: 'le' | 'be', mark: boolean): Uint8Array {
  const units = [...(mark ? [0xfeff] : []), ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))];
  return Uint8Array.from(
    units.flatMap((unit) => (UTF16[order] === 0 ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
  );
}

/** A text whose characters all stand in Latin-1, with `€` as Windows writes it. */
export const windows1252 = (text: string): Uint8Array =>
  Uint8Array.from(Array.from(text), (character) => (character === '€' ? 0x80 : character.charCodeAt(0)));
