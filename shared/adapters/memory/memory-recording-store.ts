import type { CallKey } from '#shared/domain/call/call.ts';
import type { RecordingStore } from '#shared/ports/recording-store.ts';

export interface MemoryRecordingStore extends RecordingStore {
  /** What a link gives, as long as it works; undefined when it gives nothing. */
  play(link: string): Buffer | undefined;
  /** How many recordings there are. */
  size(): number;
}

/** Recordings in memory. */
export function createMemoryRecordingStore(now: () => number = Date.now): MemoryRecordingStore {
  const recordings = new Map<string, Buffer>();
  return {
    async put(key, audio) {
      const parts: Uint8Array[] = [];
      for await (const part of audio) parts.push(part);
      recordings.set(nameOf(key), Buffer.concat(parts));
    },
    async link(key, { seconds, fileName }) {
      const query = new URLSearchParams({ fileName, until: String(now() + seconds * 1000) });
      return `memory://recordings/${nameOf(key)}?${query.toString()}`;
    },
    async remove(key) {
      recordings.delete(nameOf(key));
    },
    play(link) {
      const { pathname, searchParams } = new URL(link);
      return Number(searchParams.get('until')) > now() ? recordings.get(pathname.slice(1)) : undefined;
    },
    size: () => recordings.size,
  };
}

const nameOf = ({ userId, callId }: CallKey) => `${userId}/${callId}`;
