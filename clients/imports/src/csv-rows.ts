import { FileProblem, type FileRow } from './import-file.ts';

const DELIMITERS = [',', ';', '\t', '|'];
/** A quote that is not closed would take the rest of the file. */
const MAX_ROW_LENGTH = 1_000_000;
/** Excel reads the delimiter from such a first line. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?(?:\r\n|\r|\n)/i;

/**
 * The rows of a CSV text, with the line in which each begins. A quote inside of a cell is text, and so is what stands behind a
 * closing quote. @throws FileProblem when a quote is not closed
 */
export async function* csvRows(chunks: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let parser: CsvParser | undefined;
  let held = '';
  for await (const chunk of chunks) {
    held += chunk;
    // The two characters of a line end may be in two chunks, and the heading in several.
    if (held.endsWith('\r') || (!parser && held.length < MAX_ROW_LENGTH && !hasLine(held))) continue;
    parser ??= new CsvParser(held);
    yield* parser.push(held);
    held = '';
  }
  parser ??= new CsvParser(held);
  yield* parser.push(held);
  yield* parser.end();
}

/** The first line, behind the one that names the delimiter. */
const hasLine = (text: string): boolean => /[\r\n]/.test(text.replace(SEPARATOR_LINE, ''));

function delimiterOf(text: string): string {
  const stated = SEPARATOR_LINE.exec(text)?.[1];
  if (stated !== undefined) return stated;
  const [heading = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const countOf = (delimiter: string) => heading.split(delimiter).length;
  return DELIMITERS.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ',';
}

class CsvParser {
  readonly #delimiter: string;
  readonly #ends: RegExp;
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  #cell = '';
  #cells: string[] = [];
  #length = 0;
  #line = 1;
  #begun = 1;
  #isFirst = true;
  #isRowEnd = false;

  constructor(text: string) {
    this.#delimiter = delimiterOf(text);
    this.#ends = new RegExp(`[${this.#delimiter.replace(/[\\\]^-]/, '\\$&')}\r\n]`, 'g');
  }

  *push(chunk: string): Generator<FileRow> {
    const text = this.#isFirst ? chunk.replace(SEPARATOR_LINE, '') : chunk;
    if (text !== chunk) this.#begun = this.#line = 2;
    this.#isFirst = false;
    let at = 0;
    while (at < text.length) {
      if (this.#state === 'start') at = this.#start(text, at);
      else if (this.#state === 'quoted') at = this.#quoted(text, at);
      else if (this.#state === 'closed') at = this.#closed(text, at);
      else {
        at = this.#plain(text, at);
        if (this.#isRowEnd) yield this.#row();
      }
    }
  }

  *end(): Generator<FileRow> {
    if (this.#state === 'quoted') throw unclosed(this.#begun);
    if (this.#cells.length === 0 && this.#cell === '') return;
    this.#endCell();
    yield this.#row();
  }

  /** Spaces may stand before a quote. */
  #start(text: string, at: number): number {
    let next = at;
    while (text[next] === ' ') next += 1;
    if (next === text.length) return next;
    this.#state = text[next] === '"' ? 'quoted' : 'plain';
    return this.#state === 'quoted' ? next + 1 : next;
  }

  #quoted(text: string, at: number): number {
    const end = text.indexOf('"', at);
    const part = text.slice(at, end < 0 ? undefined : end);
    this.#line += part.match(/\r\n|\r|\n/g)?.length ?? 0;
    this.#append(part);
    if (end < 0) return text.length;
    this.#state = 'closed';
    return end + 1;
  }

  /** A second quote stands for one in the text. */
  #closed(text: string, at: number): number {
    if (text[at] !== '"') {
      this.#state = 'plain';
      return at;
    }
    this.#append('"');
    this.#state = 'quoted';
    return at + 1;
  }

  #plain(text: string, at: number): number {
    this.#ends.lastIndex = at;
    const found = this.#ends.exec(text);
    this.#append(text.slice(at, found?.index));
    if (!found) return text.length;
    this.#endCell();
    if (found[0] === this.#delimiter) return found.index + 1;
    this.#line += 1;
    this.#isRowEnd = true;
    return found.index + (text.startsWith('\r\n', found.index) ? 2 : 1);
  }

  #append(part: string): void {
    this.#length += part.length;
    if (this.#length > MAX_ROW_LENGTH) throw unclosed(this.#begun);
    this.#cell += part;
  }

  #endCell(): void {
    this.#cells.push(this.#cell.trim());
    this.#cell = '';
    this.#state = 'start';
  }

  #row(): FileRow {
    const row = { line: this.#begun, cells: this.#cells };
    this.#cells = [];
    this.#length = 0;
    this.#isRowEnd = false;
    this.#begun = this.#line;
    return row;
  }
}

const unclosed = (line: number) =>
  new FileProblem(`A quote of the row in line ${line} is not closed, or the row is longer than a million characters.`);
