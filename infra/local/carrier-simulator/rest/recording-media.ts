const SAMPLE_RATE = 8000;
const MAX_SECONDS = 600;
// µ-law for silence, and for the two halves of a soft 400 Hz square wave.
const SILENCE = 0xff;
const TONE_HIGH = 0xcf;
const TONE_LOW = 0x4f;
const TONE_PERIOD = 20;
const TONE_SAMPLES = SAMPLE_RATE / 4;

/** A playable WAV of that length: a quarter of a second of tone, then silence. 8 kHz µ-law, as telephone lines are. */
export function wavOf(seconds: number, channels: 1 | 2): Buffer {
  const samples = Math.min(Math.max(seconds, 1), MAX_SECONDS) * SAMPLE_RATE;
  const data = Buffer.alloc(samples * channels, SILENCE);
  for (let index = 0; index < TONE_SAMPLES * channels; index += 1) {
    data[index] = Math.floor(index / channels) % TONE_PERIOD < TONE_PERIOD / 2 ? TONE_HIGH : TONE_LOW;
  }
  const header = Buffer.alloc(46);
  header.write('RIFF', 0);
  header.writeUInt32LE(38 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(7, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * channels, 28);
  header.writeUInt16LE(channels, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 38);
  header.writeUInt32LE(data.length, 42);
  return Buffer.concat([header, data]);
}

// MPEG-1 layer III, 32 kbit/s, 44.1 kHz, mono: 104 bytes a frame, and one whose body is zero is silent.
const MP3_FRAME_HEADER = 0xff_fb_10_c0;
const MP3_FRAME_BYTES = 104;
const MP3_FRAME_SECONDS = 1152 / 44_100;

/** A playable MP3 of that length: silence. */
export function mp3Of(seconds: number): Buffer {
  const frames = Math.ceil(Math.min(Math.max(seconds, 1), MAX_SECONDS) / MP3_FRAME_SECONDS);
  const data = Buffer.alloc(frames * MP3_FRAME_BYTES);
  for (let frame = 0; frame < frames; frame += 1) data.writeUInt32BE(MP3_FRAME_HEADER, frame * MP3_FRAME_BYTES);
  return data;
}
