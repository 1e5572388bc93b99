import { FileProblem, type ImportFile } from './import-file.ts';

export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'windows-1252';

/** What the bytes of a file are. */
export type Format = { kind: 'text'; encoding: Encoding } | { kind: 'workbook' };

const HEAD_BYTES = 4096;
const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte);

/** @throws FileProblem when the file is neither text nor a workbook */
export async function formatOf(file: ImportFile): Promise<Format> {
  const head = await headOf(file);
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return { kind: 'workbook' };
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new FileProblem(
      'The file is a workbook of an old version of Excel, or has a password. Save it as .xlsx without a password, or as CSV.',
    );
  }
  if (startsWith(head, 0xef, 0xbb, 0xbf)) return { kind: 'text', encoding: 'UTF-8' };
  if (startsWith(head, 0xff, 0xfe)) return { kind: 'text', encoding: 'UTF-16LE' };
  if (startsWith(head, 0xfe, 0xff)) return { kind: 'text', encoding: 'UTF-16BE' };
  const encoding = head.includes(0) ? wideEncodingOf(head) : await narrowEncodingOf(file);
  return { kind: 'text', encoding };
}

async function headOf(file: ImportFile): Promise<Uint8Array> {
  const head = new Uint8Array(HEAD_BYTES);
  let length = 0;
  for await (const chunk of file.open()) {
    const part = chunk.subarray(0, HEAD_BYTES - length);
    head.set(part, length);
    length += part.length;
    if (length === HEAD_BYTES) break;
  }
  return head.subarray(0, length);
}

/** Headings and numbers are mostly ASCII, of which every second byte is zero in UTF-16. */
function wideEncodingOf(head: Uint8Array): Encoding {
  const zeros = [0, 1].map((odd) => head.filter((byte, index) => byte === 0 && index % 2 === odd).length);
  const [even = 0, odd = 0] = zeros;
  const most = Math.max(even, odd);
  if (most < head.length / 5 || Math.min(even, odd) > most / 10) {
    throw new FileProblem('The file is not a table: it is neither text nor a workbook of Excel (.xlsx).');
  }
  return odd > even ? 'UTF-16LE' : 'UTF-16BE';
}

/**
 * UTF-8, unless most of what is not ASCII is invalid in it: then the file is of a Windows program. A damaged byte in a file of
 * UTF-8 spoils its row only.
 */
async function narrowEncodingOf(file: ImportFile): Promise<Encoding> {
  let [invalid, valid] = [0, 0];
  for await (const text of decoded(file, new TextDecoder('utf-8'))) {
    invalid += text.match(/\uFFFD/g)?.length ?? 0;
    valid += text.match(/[^\0-\x7F\uFFFD]/gu)?.length ?? 0;
  }
  return invalid > valid ? 'windows-1252' : 'UTF-8';
}

/** The text of a file, without its byte order mark. */
export async function* textOf(file: ImportFile, encoding: Encoding): AsyncGenerator<string> {
  const chunks = decoded(file, new TextDecoder(encoding));
  if (encoding !== 'windows-1252') yield* chunks;
  else
    for await (const text of chunks) yield text.replaceAll(/[\x80-\x9F]/g, (character) => windowsCharacter(character));
}

async function* decoded(file: ImportFile, decoder: InstanceType<typeof TextDecoder>): AsyncGenerator<string> {
  for await (const chunk of file.open()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** 0x80 to 0x9F. Some versions of Node decode these bytes as Latin-1: https://github.com/nodejs/node/issues/56542 */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';
const windowsCharacter = (character: string): string => WINDOWS[character.charCodeAt(0) - 0x80] ?? character;
