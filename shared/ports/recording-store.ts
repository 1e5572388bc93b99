import type { CallKey } from '#shared/domain/call/call.ts';

export interface RecordingLinkOptions {
  /** The link works so long, for whoever has it. */
  seconds: number;
  /** What a browser saves it as. */
  fileName: string;
}

/** Our own copies of recordings, one for a call: WAV. */
export interface RecordingStore {
  /** Reads the audio to its end and keeps it, in the place of what was there. An audio that breaks off is not kept. */
  put(key: CallKey, audio: ReadableStream<Uint8Array>): Promise<void>;
  /** An address to play or save the recording from. It is made without a look at whether there is one. */
  link(key: CallKey, options: RecordingLinkOptions): Promise<string>;
  /** A recording that is not there is no error. */
  remove(key: CallKey): Promise<void>;
}
