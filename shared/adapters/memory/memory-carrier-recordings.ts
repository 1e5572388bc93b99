import type { CarrierRecording, CarrierRecordings } from '#shared/ports/carrier-recordings.ts';

export interface MemoryCarrierRecordings extends CarrierRecordings {
  /** What the carrier has, by its ids of the calls. */
  known: Map<string, CarrierRecording & { audio: Uint8Array }>;
}

/** The recordings of a carrier in memory. */
export function createMemoryCarrierRecordings(): MemoryCarrierRecordings {
  const known: MemoryCarrierRecordings['known'] = new Map();
  const byId = (id: string) => [...known.values()].find((recording) => recording.id === id);
  return {
    known,
    async find(carrierCallId) {
      const found = known.get(carrierCallId);
      return found && { id: found.id, state: found.state, durationSeconds: found.durationSeconds };
    },
    async open(recordingId) {
      const found = byId(recordingId);
      return found?.state === 'ready' ? streamOf(found.audio) : undefined;
    },
    async remove(recordingId) {
      for (const [callId, { id }] of known) if (id === recordingId) known.delete(callId);
    },
  };
}

function streamOf(audio: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(audio);
      controller.close();
    },
  });
}
