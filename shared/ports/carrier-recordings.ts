/** A recording as the carrier has it. */
export interface CarrierRecording {
  id: string;
  /** `open`: it is still being made. `absent`: it was asked for and not made, or is gone. */
  state: 'open' | 'ready' | 'absent';
  durationSeconds: number;
}

/** The recordings that the carrier makes and keeps until they are removed there. */
export interface CarrierRecordings {
  /** The recording of a call; undefined when there is none. */
  find(carrierCallId: string): Promise<CarrierRecording | undefined>;
  /** The audio as WAV, one channel for each of the two who talk. Undefined when the carrier does not have it. */
  open(recordingId: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** A recording that is not there is no error. */
  remove(recordingId: string): Promise<void>;
}
