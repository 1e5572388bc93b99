import type { IncomingMessage } from 'node:http';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

export const LONGEST_ANSWER_BYTES = 64 * 1024;

/** Of the first 64 KB, decompressed and in the charset that it names. @throws when the connection breaks */
export async function readStart(response: IncomingMessage): Promise<string> {
  if (response.statusCode === 101) return '';
  const chunks: Buffer[] = [];
  let length = 0;
  const decoder = decoderOf(response.headers['content-encoding']);
  // The loop below throws the errors of the answer, too.
  const stream = decoder ? pipeline(response, decoder, () => undefined) : response;
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      length += bytes.length;
      if (length >= LONGEST_ANSWER_BYTES) break;
    }
  } catch (error) {
    // What is not compressed as it says counts by its status, as far as it could be read.
    if (!isOfDecoder(error)) throw error;
  }
  return textOf(Buffer.concat(chunks).subarray(0, LONGEST_ANSWER_BYTES), response.headers['content-type']);
}

const decoders = new Map<string, () => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
  ['zstd', () => createZstdDecompress()],
]);

/** A server may compress though it was not asked to. */
function decoderOf(coding = '') {
  return decoders.get(coding.trim().toLowerCase())?.();
}

const isOfDecoder = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:Z_|ERR_.*BROTLI|ERR__|ZSTD_)/.test(String(error.code));

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;

/** An unknown charset is read as UTF-8. */
function textOf(bytes: Uint8Array, contentType = ''): string {
  const [, charset = 'utf-8'] = CHARSET.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
