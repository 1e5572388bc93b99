const HEADER_BYTES = 12;
/** What a writer puts that does not know the size beforehand. */
const UNKNOWN_SIZES = new Set([0, 0xff_ff_ff_ff]);

/**
 * Passes a WAV through, and fails at its end unless it is one and whole: the carrier's copy is deleted after ours. The header
 * states the size of what follows its first 8 bytes.
 */
export function wholeWav(audio: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let header = Buffer.alloc(0);
  let bytes = 0;
  const check = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      const missing = HEADER_BYTES - header.length;
      if (missing > 0) header = Buffer.concat([header, chunk.subarray(0, missing)]);
      controller.enqueue(chunk);
    },
    flush() {
      const problem = problemOf(header, bytes);
      if (problem !== undefined) throw new Error(`recording of the carrier: ${problem}`);
    },
  });
  return audio.pipeThrough(check);
}

function problemOf(header: Buffer, bytes: number): string | undefined {
  const isWav = header.length === HEADER_BYTES && header.toString('latin1', 0, 4) === 'RIFF';
  if (!isWav || header.toString('latin1', 8) !== 'WAVE') return `${bytes} bytes that are no WAV`;
  const size = header.readUInt32LE(4);
  return UNKNOWN_SIZES.has(size) || bytes >= size + 8 ? undefined : `${bytes} of ${size + 8} bytes`;
}
