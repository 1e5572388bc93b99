/** Beside the files of the studio. One name for all kinds of audio, so that a page needs no list. */
export const samplePath = (voiceId: number): string => `voices/${voiceId}.audio`;

/** Half a minute of speech as MP3. */
export const MOST_SAMPLE_BYTES = 1_000_000;

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCodePoint(...bytes.subarray(from, to));

/** By the first bytes, whatever the file is called. Undefined: a browser may not play it, or it is no audio. */
export function audioTypeOf(bytes: Uint8Array): 'audio/mpeg' | 'audio/ogg' | 'audio/wav' | undefined {
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WAVE') return 'audio/wav';
  if (ascii(bytes, 0, 4) === 'OggS') return 'audio/ogg';
  const [first = 0, second = 0] = bytes;
  // Eleven bits of synchronisation, and layer III: http://www.mp3-tech.org/programmer/frame_header.html
  const isFrame = first === 0xff && (second & 0b1110_0110) === 0b1110_0010;
  return ascii(bytes, 0, 3) === 'ID3' || isFrame ? 'audio/mpeg' : undefined;
}
