/** A file that is imported. It is read twice: for its encoding, and for its rows. */
export interface ImportFile {
  size: number;
  open(): AsyncIterable<Uint8Array>;
}

/** Why a file cannot be imported, as a sentence for its user. */
export class FileProblem extends Error {
  override name = 'FileProblem';
}

/** A row; `line` is the line in which it begins, or its number in a workbook. */
export interface FileRow {
  line: number;
  cells: string[];
}

export interface RefusedRow extends FileRow {
  reason: string;
}

/** The file of a page. */
export function fileOfPage(file: Pick<Blob, 'size' | 'stream'>): ImportFile {
  return { size: file.size, open: () => chunksOf(file.stream()) };
}

/** Not every browser iterates over a stream. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
